import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
// Compiled before the first command waits for it.
import "@oipkit/sandbox";
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

/** A receiver that answers no verification before the one of this number, as if it were still compiled. */
async function slowReceiver(answersFrom: number): Promise<string> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const { challenge } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    count += 1;
    if (count >= answersFrom)
      response.setHeader("content-type", "application/json").end(JSON.stringify({ challenge }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
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

  it("gives up on one that is always too slow", async () => {
    const sandbox = await started();
    const listener = startCommand(cwd, "listen", "--forward-to", await slowReceiver(99));
    expect(await listener.ended).toBe(1);
    expect(listener.err()).toMatch(/\[too-slow\]\n$/);
    await sandbox.stop();
  });
});
