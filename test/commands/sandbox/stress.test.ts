import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createControlClient } from "@oipkit/sandbox/client";
import { beforeEach, expect, it } from "vitest";
import { createMemoryInbox } from "../../../runtime/webhook/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import {
  serveProbed,
  type TestedReceiver,
} from "../../support/platform/sandbox/adversary/probed-receiver.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-stress-"));
});

const run = (...args: readonly string[]) => runCommand(cwd, "sandbox", "stress", ...args);

/** Starts a sandbox and a receiver that is its application's endpoint; returns the URL of the probe. */
async function startBoth(fault: TestedReceiver["fault"] = (options) => options): Promise<string> {
  const place = ["--port", "0", "--store", "memory", "--seed", "one"];
  const command = startCommand(cwd, "sandbox", ...place, "--at", "2026-01-05T09:30:00Z", "--frozen");
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
  await command.until(/sandbox\.json\n/);
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(command.out())?.[1] ?? "";
  const application = value("APPLICATION_ID");
  const origin = await serveProbed(
    { application, fault, inbox: createMemoryInbox() },
    { secrets: [value("WEBHOOK_SECRET")], verificationToken: value("WEBHOOK_VERIFICATION_TOKEN") },
  );
  const client = createControlClient(JSON.parse(await readFile(join(cwd, ".oipkit/sandbox.json"), "utf8")));
  const path = { application_id: application };
  const url = `${origin}/webhook`;
  const { proof, revision } = await client.call("testConnection", { path, body: { url } });
  const { granted_event_types } = await client.call("readWebhook", { path });
  await client.call("saveWebhook", {
    path,
    body: {
      url,
      event_types: granted_event_types,
      revision: revision ?? 0,
      operation_id: "save",
      ...(proof !== undefined && { proof }),
    },
  });
  return `${origin}/probe`;
}

it("stresses a receiver, records the run and repeats it", async () => {
  const probe = await startBoth();
  const first = await run("--for", "40", "--seed", "s", "--probe", probe, "--record", "run.json");
  expect(first).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("the receiver knows what happened, and nothing else"),
  });
  const recorded = JSON.parse(await readFile(join(cwd, "run.json"), "utf8"));
  expect(recorded).toMatchObject({ run: { seed: "s", profile: "all", count: 40 } });
  const again = await run("--replay", "run.json", "--probe", probe, "--format", "json");
  expect(again).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(again.out).run).toEqual(recorded.run);
}, 30_000);

it("ends with 1 and says what it found", async () => {
  const probe = await startBoth((options) => ({ ...options, nonces: { reserve: async () => true } }));
  const found = await run("--for", "60", "--seed", "s", "--profile", "attacks", "--probe", probe);
  expect(found).toMatchObject({ exitCode: 1, out: expect.stringMatching(/^- a replayed request of evt_/m) });
}, 30_000);

it("refuses what can't be meant before it asks a sandbox", async () => {
  const refusals = [
    [["--for", "5"], "--probe URL"],
    [["--probe", "file:///x"], "--probe: `file:///x` is not an http or https URL"],
    [["--probe", "http://127.0.0.1:1/probe", "--seed", "s", "--replay", "f"], "--seed is in the file"],
    [["--probe", "http://127.0.0.1:1/probe", "--port", "1"], "--port is for starting"],
  ] as const;
  for (const [args, message] of refusals)
    expect(await run(...args)).toMatchObject({ exitCode: 2, err: expect.stringContaining(message) });
});
