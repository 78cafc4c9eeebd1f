import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runSuite } from "../../commands/conform/index.js";
import { wholeSuite } from "../support/commands/conform/platform.js";
import { application } from "../support/examples/example-delivery.js";
import { describeDeployed } from "../support/package/deployed.js";
import {
  builtExamples,
  builtProbeExamples,
  folderWith,
  type Started,
  settings,
  startProgram,
} from "../support/package/frameworks.js";
import { programOutput } from "../support/package/run.js";

const installation = inject("installation");
const running: Started[] = [];
let folder: string;
let next: string;
beforeAll(async () => {
  folder = await folderWith(installation, "next", ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"]);
  next = join(folder, "node_modules/next/dist/bin/next");
});
afterAll(() => Promise.all(running.map(({ stop }) => stop())));

/** Builds an example of a folder with a receiver. */
async function build(examples: string, name: string): Promise<string> {
  const app = join(folder, name, "next");
  await cp(join(examples, "next"), app, { recursive: true });
  await cp(join(examples, "receiver.js"), join(folder, name, "receiver.js"));
  const config = { turbopack: { root: installation.project } };
  await writeFile(join(app, "next.config.js"), `export default ${JSON.stringify(config)};`);
  await programOutput("node", [next, "build"], { cwd: app, env: { NEXT_TELEMETRY_DISABLED: "1" } });
  return app;
}

async function start(app: string, env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const args = [next, "start", "-p", "0", "-H", "127.0.0.1"];
  const ready = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/;
  const started = await startProgram(process.execPath, args, { cwd: app, ready, env });
  running.push(started);
  return started;
}

describe("the example for Next.js, built and started", () => {
  let server: Started;
  beforeAll(async () => {
    server = await start(await build(builtExamples, "adapter"));
  });

  describeDeployed(() => `${server.found}/webhook`);

  it("has no other route", async () => {
    expect((await fetch(`${server.found}/elsewhere`)).status).toBe(404);
  });
});

describe("the example of a probe for Next.js, built and started", () => {
  let on: Started;
  let off: Started;
  beforeAll(async () => {
    const app = await build(builtProbeExamples, "probe");
    on = await start(app, { OIPKIT_PROBE: "on" });
    off = await start(app);
  });

  it("shows a conformance run what was stored, from another route", async () => {
    const { results } = await runSuite({
      suite: wholeSuite,
      url: `${on.found}/webhook`,
      probeUrl: `${on.found}/probe`,
      application: { id: application, environment: "sandbox" },
      secrets: [settings.WEBHOOK_SECRET],
      verificationToken: settings.WEBHOOK_VERIFICATION_TOKEN,
      only: ["6.3.6/recorded", "6.3.6/store-down", "6.3.6/token-free"],
    });
    expect(results.map(({ result, reason }) => reason ?? result)).toEqual(["passed", "passed", "passed"]);
  });

  it("refuses a page's request", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await fetch(`${on.found}/probe/inbox/evt_1`, { headers })).status).toBe(403);
  });

  it("answers 404 by default", async () => {
    const answer = await fetch(`${off.found}/probe/inbox/evt_1`);
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
  });
});
