import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createControlClient } from "@oipkit/sandbox/client";
import { beforeEach, expect, it } from "vitest";
import { receiveSecrets } from "../../../commands/sandbox/stress.js";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
import { startCommand } from "../../support/commands/sandbox/running-command.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-secrets-"));
});

const env = ".oipkit/sandbox.env";

/** A sandbox, and `oipkit receive` as its application's endpoint, which reads its secrets from a file. */
async function startBoth(file: string): Promise<string> {
  const place = ["--port", "0", "--store", "memory", "--seed", "one"];
  const sandbox = startCommand(cwd, "sandbox", ...place, "--at", "2026-01-05T09:30:00Z", "--frozen");
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  await sandbox.until(/sandbox\.json\n/);
  if (file !== env) await writeFile(join(cwd, file), await readFile(join(cwd, env)));
  const application = /^APPLICATION_ID=(.*)$/m.exec(sandbox.out())?.[1] ?? "";
  const whose = ["--application", application, "--environment", "sandbox"];
  const ports = ["--port", "0", "--probe-port", "0", "--log-level", "off"];
  const receiver = startCommand(cwd, "receive", ...whose, ...ports, "--secrets", file);
  const out = await receiver.until(/listening on .*\n/);
  const printedUrl = (name: string): string => new RegExp(`^${name} on (.*)$`, "m").exec(out)?.[1] ?? "";
  const control = createControlClient(JSON.parse(await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8")));
  const path = { application_id: application };
  const url = `${printedUrl("listening")}/`;
  const { proof, revision } = await control.call("testConnection", { path, body: { url } });
  const { granted_event_types } = await control.call("readWebhook", { path });
  const body = { url, event_types: granted_event_types, revision: revision ?? 0, operation_id: "save" };
  await control.call("saveWebhook", { path, body: { ...body, ...(proof !== undefined && { proof }) } });
  return printedUrl("probe");
}

const stress = (...args: readonly string[]) => runCommand(cwd, "sandbox", "stress", ...args);

it("oipkit receive follows rotations and switches through a file, and loses nothing", async () => {
  const probe = await startBoth(env);
  const args = ["--for", "200", "--seed", "s", "--probe", probe, "--secrets", env];
  const before = await readFile(join(cwd, env), "utf8");
  const run = await stress(...args, "--record", "run.json");
  expect(run).toMatchObject({ exitCode: 0, out: expect.stringContaining("and nothing else") });
  expect(run.out).toMatch(/[1-9]\d* rotated-secret, [1-9]\d* dropped-secret, [1-9]\d* switched-encryption/);
  const after = await readFile(join(cwd, env), "utf8");
  const others = (text: string) => text.split("\n").filter((line) => !line.startsWith("WEBHOOK_"));
  expect(others(after)).toEqual(others(before));
  const secretIn = (text: string) => /^WEBHOOK_SECRET=.+$/m.exec(text)?.[0];
  expect(secretIn(after)).not.toBe(secretIn(before));
  expect(after).not.toMatch(/WEBHOOK_(?:PREVIOUS_SECRET|ENCRYPT_KEY)/);
  if (process.platform !== "win32") expect((await stat(join(cwd, env))).mode & 0o777).toBe(0o600);
  expect((await readdir(join(cwd, ".oipkit"))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(await stress("--replay", "run.json", "--probe", probe)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("--secrets FILE"),
  });
}, 60_000);

it("finds a receiver that reads another file", async () => {
  const probe = await startBoth("receiver.env");
  const args = ["--for", "60", "--seed", "s", "--profile", "rotations", "--probe", probe];
  const found = await stress(...args, "--secrets", "elsewhere.env");
  expect(found).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining("- the receiver doesn't accept its next signing secret"),
  });
  const without = await stress("--for", "20", "--seed", "s", "--probe", probe);
  expect(without.out).toContain("no secret was rotated, and encryption wasn't switched: --secrets FILE");
}, 60_000);

it("takes secrets from whom it told where, and nothing that isn't one", async () => {
  const file = join(cwd, "a.env");
  await writeFile(file, "OTHER=1\nWEBHOOK_ENCRYPT_KEY=old\n");
  const recipient = await receiveSecrets(file);
  afterThisTest(recipient.close);
  const put = async (body: string, url = recipient.url, method = "PUT") =>
    (await fetch(url, { method, body: method === "GET" ? null : body })).status;
  const good = JSON.stringify({ secret: "s" });
  expect(await put(good, new URL("/", recipient.url).href)).toBe(404);
  expect(await put(good, recipient.url, "POST")).toBe(405);
  const injected = JSON.stringify({ secret: "s\nNODE_OPTIONS=--require=evil" });
  const hostile = [
    injected,
    "null",
    "[]",
    "{",
    "{}",
    '{"secret":1}',
    '{"secret":"s","__proto__":"x"}',
    '{"secret":"s","toString":"x"}',
    JSON.stringify({ secret: "x".repeat(20_000) }),
  ];
  for (const body of hostile) expect(await put(body), body.slice(0, 40)).toBe(400);
  expect(await readFile(file, "utf8")).toBe("OTHER=1\nWEBHOOK_ENCRYPT_KEY=old\n");
  expect(await put(JSON.stringify({ secret: "s", previous_secret: "p" }))).toBe(204);
  expect(await readFile(file, "utf8")).toBe("OTHER=1\nWEBHOOK_SECRET=s\nWEBHOOK_PREVIOUS_SECRET=p\n");
});

it("refuses a profile that changes secrets without a file, and a receiver's file that lacks one", async () => {
  const probe = ["--probe", "http://127.0.0.1:1/probe"];
  await startBoth(env);
  expect(await stress(...probe, "--profile", "rotations")).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("with --secrets FILE"),
  });
  await writeFile(join(cwd, "empty.env"), "");
  const receive = (file: string) =>
    runCommand(cwd, "receive", "--application", "a", "--environment", "sandbox", "--secrets", file);
  for (const [file, why] of [
    ["empty.env", "WEBHOOK_SECRET and WEBHOOK_VERIFICATION_TOKEN aren't set"],
    ["missing.env", "ENOENT"],
  ] as const)
    expect(await receive(file)).toMatchObject({ exitCode: 2, err: expect.stringContaining(why) });
}, 30_000);
