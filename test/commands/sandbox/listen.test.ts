import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
// Compiled before the first command waits for it.
import "@oipkit/sandbox";
import { connectWebhook, createControlClient } from "@oipkit/sandbox/client";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { startReceiver } from "../../support/delivery/receiver.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-listen-"));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
});

async function started() {
  const command = startCommand(cwd, "sandbox", "--port", "0", "--store", "memory");
  await command.until(/sandbox\.json\n/);
  return command;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A receiver that answers no verification before the one of this number, as if it were still compiled. */
async function slowReceiver(answersFrom: number): Promise<string> {
  let count = 0;
  return serve(async (request, response) => {
    const { challenge } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    count += 1;
    if (count >= answersFrom)
      response.setHeader("content-type", "application/json").end(JSON.stringify({ challenge }));
  });
}

describe("oipkit listen", () => {
  it("says that the sandbox has stopped, without a stack", async () => {
    const receiver = await startReceiver();
    afterThisTest(receiver.close);
    const sandbox = await started();
    const listener = startCommand(cwd, "listen", "--forward-to", receiver.url);
    await listener.until(/types of events/);
    await sandbox.stop();
    await expect.poll(() => listener.err(), { timeout: 30_000 }).toMatch(/the sandbox at \S+ has stopped/);
    expect(await listener.ended).toBe(2);
    expect(listener.err()).not.toMatch(/\n {4}at /);
  });

  it("verifies a receiver again whose first answer is too slow, and says so", async () => {
    const sandbox = await started();
    const listener = startCommand(cwd, "listen", "--forward-to", await slowReceiver(3));
    await listener.until(/types of events/);
    expect(listener.err().match(/trying for 15 s/g)).toHaveLength(1);
    await listener.stop();
    await sandbox.stop();
  });

  it("asks about the path if that answers 404, and says nothing else is wrong", async () => {
    const sandbox = await started();
    const url = await serve((_, response) => void response.writeHead(404).end());
    const listener = startCommand(cwd, "listen", "--forward-to", url);
    expect(await listener.ended).toBe(1);
    expect(listener.err()).toContain(`${url} answers 404: is its path right?`);
    expect(listener.err()).not.toContain("answer a verification with 200");
    await sandbox.stop();
  });

  it("knows which type was meant", async () => {
    const sandbox = await started();
    const types = ["--types", "oem.subscription.create.v1"];
    const listener = startCommand(cwd, "listen", "--forward-to", "http://127.0.0.1:9/", ...types);
    expect(await listener.ended).toBe(2);
    expect(listener.err()).toContain("did you mean `oem.subscription.created.v1`");
    await sandbox.stop();
  });

  it("doesn't restore what an earlier one left when it was killed", async () => {
    const sandbox = await started();
    const receiver = await startReceiver();
    afterThisTest(receiver.close);
    const control = createControlClient(
      JSON.parse(await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8")),
    );
    const { applications } = await control.call("readState");
    const application = applications[0]?.application_id ?? "";
    const path = { application_id: application };
    const left = startCommand(cwd, "listen", "--forward-to", receiver.url);
    await left.until(/types of events/);
    const { endpoint } = await control.call("readWebhook", { path });
    await left.stop();
    // As if it hadn't been able to revoke it.
    const stale = createServer((request, response) => {
      void request.toArray().then((body) => {
        const { challenge } = JSON.parse(Buffer.concat(body).toString());
        response.setHeader("content-type", "application/json").end(JSON.stringify({ challenge }));
      });
    });
    const port = Number(new URL(endpoint?.url ?? "").port);
    await new Promise<void>((resolve) => stale.listen(port, "127.0.0.1", resolve));
    await connectWebhook(control, {
      application,
      url: endpoint?.url ?? "",
      types: endpoint?.event_types ?? [],
    });
    stale.closeAllConnections();
    stale.close();
    const next = startCommand(cwd, "listen", "--forward-to", receiver.url);
    await next.until(/types of events/);
    await next.stop();
    expect(next.err()).toContain("the endpoint is revoked: as before, nothing gets events");
    expect((await control.call("readWebhook", { path })).endpoint).toBeNull();
    await sandbox.stop();
  });

  it("gives up on one that is always too slow", async () => {
    const sandbox = await started();
    const listener = startCommand(cwd, "listen", "--forward-to", await slowReceiver(99));
    expect(await listener.ended).toBe(1);
    expect(listener.err()).toMatch(/\[too-slow\]\n$/);
    await sandbox.stop();
  });
});
