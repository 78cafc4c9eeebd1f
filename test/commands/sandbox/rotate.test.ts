import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
// Compiled before the first command waits for it.
import "@oipkit/sandbox";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { startReceiver } from "../../support/delivery/receiver.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-rotate-"));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
});

const run = (...args: readonly string[]) => runCommand(cwd, ...args);

async function started() {
  const command = startCommand(cwd, "sandbox", "--port", "0", "--env", ".env");
  await command.until(/sandbox\.json\n/);
  return command;
}

const environment = async (file: string) => parseEnv(await readFile(join(cwd, file), "utf8"));

describe("oipkit sandbox rotate", () => {
  it("sets both secrets in the file, and a restarted sandbox doesn't set the old one again", async () => {
    await writeFile(join(cwd, ".env"), "# mine\nPORT=8080\nWEBHOOK_SECRET=\nWEBHOOK_PREVIOUS_SECRET=\n");
    const first = await started();
    const { WEBHOOK_SECRET: before } = await environment(".env");
    const rotated = await run("sandbox", "rotate", "--env", ".env");
    expect(rotated).toMatchObject({ exitCode: 0, out: expect.stringContaining("version 2 of the signing") });
    const after = await environment(".env");
    expect(after).toMatchObject({ PORT: "8080", WEBHOOK_PREVIOUS_SECRET: before });
    expect(after.WEBHOOK_SECRET).not.toBe(before);
    expect(rotated.out).toContain(`WEBHOOK_SECRET=${after.WEBHOOK_SECRET}\n`);
    // Somebody may copy the lines from there, too.
    expect((await environment(".oipkit/sandbox.env")).WEBHOOK_SECRET).toBe(after.WEBHOOK_SECRET);
    expect(await first.stop()).toBe(0);
    const again = await started();
    expect(await environment(".env")).toEqual({ ...after, ...(await environment(".oipkit/sandbox.env")) });
    expect((await environment(".env")).WEBHOOK_SECRET).toBe(after.WEBHOOK_SECRET);
    expect(await again.stop()).toBe(0);
  });

  it("asks which application is meant if there are several", async () => {
    const sandbox = await started();
    const { control, token } = JSON.parse(await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8"));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Other" });
    const made = await fetch(`${control}/applications`, { method: "POST", headers, body });
    expect(made.ok, await made.clone().text()).toBe(true);
    const { WEBHOOK_SECRET: secret, APPLICATION_ID: id } = await environment(".env");
    const refused = await run("sandbox", "rotate", "--env", ".env");
    expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining("--application") });
    expect(refused.err).toContain(id);
    expect((await environment(".env")).WEBHOOK_SECRET).toBe(secret);
    expect(await run("sandbox", "rotate", "--application", `${id}`, "--format", "json")).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining(`"WEBHOOK_PREVIOUS_SECRET": "${secret}"`),
    });
    await sandbox.stop();
  });

  it("is followed by `redeliver`, which delivers what was refused with the old secret", async () => {
    const sandbox = await started();
    const receiver = await startReceiver();
    afterThisTest(receiver.close);
    const listener = startCommand(cwd, "listen", "--forward-to", receiver.url);
    await listener.until(/types of events/);
    expect(await run("sandbox", "redeliver")).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("nothing has failed"),
    });
    const refuse: typeof receiver.respond = (_, response) => void response.writeHead(401).end();
    receiver.respond = refuse;
    await run("trigger", "oem.subscription.activated.v1");
    await listener.until(/oem\.product\.activated\.v1 \S+ attempt 1: 401 in \d+ ms, failed/);
    receiver.respond = (_, response) => void response.writeHead(204).end();
    expect(await run("sandbox", "redeliver")).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^3 of 3 failed deliveries of app_\S+ delivered\n/),
    });
    receiver.respond = refuse;
    await run("trigger", "oem.subscription.activated.v1");
    await listener.until(/(?:[\s\S]*activated\.v1 \S+ attempt 1: 401){2}/);
    expect(await run("sandbox", "redeliver", "--format", "json")).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('"delivered": 0'),
    });
    await listener.stop();
    await sandbox.stop();
  });

  it("is what `status` names as the cause if all attempts have failed since, and `redeliver` says why others wait", async () => {
    const sandbox = await started();
    const receiver = await startReceiver();
    afterThisTest(receiver.close);
    const listener = startCommand(cwd, "listen", "--forward-to", receiver.url);
    await listener.until(/types of events/);
    await run("trigger", "oem.subscription.activated.v1");
    await listener.until(/activated\.v1 \S+ attempt 1: 204/);
    expect((await run("sandbox", "status")).out).not.toContain("webhook ");
    await run("sandbox", "rotate");
    receiver.respond = (_, response) => void response.writeHead(401).end();
    // The fifth failure opens the circuit, so that the sixth event waits.
    for (const refused of [2, 4, 5]) {
      await run("trigger", "oem.subscription.activated.v1");
      await listener.until(new RegExp(`(?:[\\s\\S]*?attempt 1: 401){${refused}}`));
    }
    const { out } = await run("sandbox", "status");
    expect(out).toMatch(
      /^webhook {2}app_\S+ failing; the last \d attempts have failed with http-401 since \S+Z, after the rotation of the signing-secret to version 2 at \S+Z;/m,
    );
    expect(out).toContain("failed for good: `oipkit sandbox redeliver` delivers them again");
    expect(out).toMatch(/the circuit is open until \S+Z/);
    const status = JSON.parse((await run("sandbox", "status", "--format", "json")).out);
    expect(status).toMatchObject({
      webhooks: [{ status: "failing", circuit: "open" }],
      more_webhooks: false,
    });
    const again = await run("sandbox", "redeliver");
    expect(again.out).toMatch(/wait for their next attempt \(the circuit is open after failures, so/);
    await listener.stop();
    await sandbox.stop();
  });

  it("says which action was meant, and that only `rotate` and a start have --env", async () => {
    expect(await run("sandbox", "rotat")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("did you mean `rotate`?"),
    });
    expect(await run("sandbox", "status", "--env", ".env")).toMatchObject({ exitCode: 2 });
  });
});

describe("oipkit trigger --plan", () => {
  it("begins with a new subscription to the plan, although a shorter way leads to the event", async () => {
    const sandbox = await started();
    const free = await run("trigger", "oem.subscription.activated.v1");
    expect(free.out).toContain("bought notes-free");
    const paid = await run("trigger", "oem.subscription.activated.v1", "--plan", "notes-business");
    expect(paid, paid.err).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining("bought notes-business"),
    });
    expect(await run("trigger", "oem.subscription.activated.v1", "--plan", "notes-bsiness")).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/no product has a plan "notes-bsiness".*notes-business.*\[plan-unknown\]/),
    });
    expect(
      await run(
        "trigger",
        "oem.subscription.activated.v1",
        "--plan",
        "notes-free",
        "--subscription",
        "sub_1",
      ),
    ).toMatchObject({ exitCode: 2, err: expect.stringContaining("--plan") });
    await sandbox.stop();
  });
});
