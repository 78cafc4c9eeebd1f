import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
import { startReceiver } from "../../support/delivery/receiver.js";
// Compiled before the first command waits for it.
import "@oipkit/sandbox";
import { startCommand } from "../../support/commands/sandbox/running-command.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-sandbox-"));
});

async function started(...args: readonly string[]) {
  const command = startCommand(
    cwd,
    "sandbox",
    "--port",
    "0",
    "--at",
    "2026-01-05T09:30:00Z",
    "--frozen",
    ...args,
  );
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  await command.until(/sandbox\.json\n|"environment"/);
  return command;
}

const run = (...args: readonly string[]) => runCommand(cwd, ...args);

describe("oipkit sandbox", () => {
  it("prints what one needs, keeps it where only its owner may read it, and stops", async () => {
    const command = await started("--store", "memory");
    const lines = command.out().split("\n");
    expect(lines[0]).toMatch(
      /^# sandbox and Console on http:\/\/127\.0\.0\.1:\d+, frozen at 2026-01-05T09:30:00\.000Z$/,
    );
    expect(lines.flatMap((line) => /^([A-Z_]+)=.+$/.exec(line)?.[1] ?? [])).toEqual([
      "APPLICATION_ID",
      "ORGANIZATION_ID",
      "ENVIRONMENT",
      "CLIENT_ID",
      "CLIENT_SECRET",
      "USER_CLIENT_ID",
      "REDIRECT_URI",
      "WEBHOOK_SECRET",
      "WEBHOOK_VERIFICATION_TOKEN",
      "SERVICE_API_BASE",
      "SERVICE_IDENTITY_ISSUER",
    ]);
    for (const file of ["sandbox.json", "sandbox.env"])
      expect((await stat(join(cwd, ".oipkit", file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(cwd, ".oipkit/.gitignore"), "utf8")).toBe("*\n");
    expect(await command.stop()).toBe(0);
    expect(await run("sandbox", "status")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("no sandbox runs"),
    });
  });

  it("goes on with a store: the same application, secrets and clock", async () => {
    const first = await started();
    const kept = first
      .out()
      .split("\n")
      .filter((line) => /^(?:APP|CLIENT|WEBHOOK)/.test(line));
    await run("sandbox", "advance", "1d");
    await first.stop();
    const second = await started();
    expect(second.out().split("\n")).toEqual(expect.arrayContaining(kept));
    expect(second.out()).toContain("frozen at 2026-01-06T09:30:00.000Z");
  });

  it("moves, stops and resumes the clock, and takes snapshots", async () => {
    await started("--store", "memory");
    expect((await run("sandbox", "advance", "45d")).out).toBe(
      "2026-02-19T09:30:00.000Z (frozen; nothing is due)\n",
    );
    expect((await run("sandbox", "snapshot", "state")).out).toMatch(/^wrote \d+ bytes to state\n$/);
    expect((await run("sandbox", "at", "2026-03-01T00:00:00Z")).out).toContain("2026-03-01T00:00:00.000Z");
    expect(JSON.parse((await run("sandbox", "resume", "--format", "json")).out)).toMatchObject({
      mode: "running",
    });
    expect((await run("sandbox", "freeze")).out).toContain("(frozen;");
    expect((await run("sandbox", "restore", "state")).out).toBe("restored from state\n");
    expect((await run("sandbox", "status")).out).toContain("clock    2026-02-19T09:30:00.000Z");
    expect(await run("sandbox", "at", "2026-01-01T00:00:00Z")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("[clock-back]"),
    });
  });

  it("moves the clock of one organization, and says that it isn't the sandbox's", async () => {
    await started("--store", "memory");
    const one = ["--organization", "org_lotus"];
    expect((await run("sandbox", "advance", "45d", ...one)).out).toBe(
      "2026-02-19T09:30:00.000Z (org_lotus frozen; nothing is due; sandbox at 2026-01-05T09:30:00.000Z)\n",
    );
    expect((await run("sandbox", "advance", "1d")).out).toBe(
      "2026-01-06T09:30:00.000Z (frozen; nothing is due; 1 organization has its own clock)\n",
    );
    const triggered = await run("trigger", "oem.subscription.renewed.v1", ...one);
    expect(triggered.out).toMatch(/\nit is 2026-0[34]-\S+Z for org_lotus\n$/);
    expect(await run("sandbox", "resume", ...one)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("[clock-ahead]"),
    });
    expect(JSON.parse((await run("sandbox", "freeze", ...one, "--format", "json")).out)).toMatchObject({
      organization_id: "org_lotus",
      mode: "frozen",
      sandbox_now: "2026-01-06T09:30:00.000Z",
    });
    await run("sandbox", "at", "2027-01-01T00:00:00Z");
    expect((await run("sandbox", "resume", ...one)).out).toMatch(
      /^2027-01-01T00:00:00\.000Z \(org_lotus following; next \S+\)\n$/,
    );
    expect(await run("sandbox", "freeze", "--organization", "org_nobody")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("[unknown-organization]"),
    });
  });

  it.each([
    [["sandbox", "snapshot", "state", "--organization", "org_acme"], "--organization is for advance, at"],
    [["sandbox", "--organization", "org_acme"], "--organization is for advance, at"],
    [["sandbox", "advance"], "write sandbox advance DURATION"],
    [["sandbox", "advance", "soon"], "45d, 2h30m or P1M"],
    [["sandbox", "at", "tomorrow"], "at takes a time"],
    [["sandbox", "fly"], "unknown action"],
    [["sandbox", "status", "--port", "1"], "--port is for starting"],
    [["sandbox", "--control", "http://127.0.0.1:1"], "--control is for actions"],
    [["sandbox", "--at", "2026"], "--at must be a time"],
    [["sandbox", "--token", "secret"], "set OIPKIT_SANDBOX_TOKEN"],
    [["sandbox", "status", "--control", "nowhere"], "is not an http or https URL"],
    [["sandbox", "status", "--control", "http://127.0.0.1:1"], "set OIPKIT_SANDBOX_TOKEN"],
    [["trigger"], "write trigger TYPE"],
    [["listen"], "--forward-to URL is missing"],
    [["listen", "--forward-to", "8080"], "--forward-to: `8080` is not an http or https URL"],
  ])("%j says what to type", async (args, message) => {
    const { exitCode, err } = await run(...args);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
    expect(err).not.toContain("secret\n");
  });
});

it("oipkit trigger makes an event happen, and oipkit listen shows its delivery and restores what was before", async () => {
  await started("--store", "memory");
  const receiver = await startReceiver();
  afterThisTest(() => receiver.close());
  const listener = startCommand(cwd, "listen", "--forward-to", receiver.url);
  await listener.until(/types of events/);
  const { out } = await run("trigger", "oem.subscription.activated.v1");
  expect(out).toMatch(/- bought .*\n(?:.*\n)*oem\.subscription\.activated\.v1 evt_\S+ version \d\n/);
  await listener.until(/oem\.subscription\.activated\.v1 evt_\S+ attempt 1: 204 in \d+ ms, delivered\n/);
  expect(await listener.stop()).toBe(0);
  expect(listener.err()).toContain("the endpoint is revoked");
  expect(await run("trigger", "subscription.activated")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("[event-unknown]"),
  });
});

it("oipkit sandbox doesn't start beside one of the same folder, and leaves that alone", async () => {
  const command = await started("--store", "memory");
  const before = await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8");
  const second = await run("sandbox", "--port", "0", "--store", "memory");
  expect(second).toMatchObject({ exitCode: 2, out: "" });
  expect(second.err).toMatch(
    /a sandbox runs in this folder already: http:\/\/127\.0\.0\.1:\d+, process \d+;/,
  );
  expect(await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8")).toBe(before);
  expect(await run("sandbox", "status")).toMatchObject({ exitCode: 0 });
  expect(await command.stop()).toBe(0);
  const next = await started("--store", "memory");
  expect(await next.stop()).toBe(0);
});

it("oipkit sandbox doesn't start beside a suspended one of the same folder, and does where one has died", async () => {
  // A suspended process: the system takes its connections, and nobody answers.
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterThisTest(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const control = `http://127.0.0.1:${port}/_sandbox`;
  const file = join(cwd, ".oipkit/sandbox.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ control, token: "token", pid: process.pid }));
  const second = await run("sandbox", "--port", "0", "--store", "memory");
  expect(second).toMatchObject({ exitCode: 2, out: "" });
  expect(second.err).toMatch(
    /sandbox of this folder, \S+, process \d+, takes connections but doesn't answer/,
  );
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  await writeFile(file, JSON.stringify({ control, token: "token", pid: ended }));
  await started("--store", "memory");
});

it("oipkit trigger says that no endpoint takes the event", async () => {
  const command = await started("--store", "memory");
  expect(await run("trigger", "oem.subscription.activated.v1")).toMatchObject({
    exitCode: 0,
    err: "no endpoint takes it: connect one with `oipkit listen --forward-to URL`\n",
  });
  expect(await command.stop()).toBe(0);
});

it("oipkit listen says that nothing listens, and answers nothing in its receiver's name", async () => {
  await started("--store", "memory");
  const receiver = await startReceiver();
  const listener = startCommand(cwd, "listen", "--forward-to", receiver.url);
  await listener.until(/types of events/);
  await receiver.close();
  await run("trigger", "oem.subscription.activated.v1");
  await listener.until(/evt_\S+ attempt 1: connection-reset/);
  expect(listener.err()).toContain(`${receiver.url} gives no answer: nothing listens there`);
  expect(listener.out()).not.toMatch(/attempt \d+: \d/);
  await listener.stop();
  const again = await run("listen", "--forward-to", receiver.url);
  expect(again.err).toContain("nothing listens there; start the receiver");
  expect(again.exitCode).not.toBe(0);
});
