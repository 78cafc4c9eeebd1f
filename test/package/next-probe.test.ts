import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runSuite } from "../../commands/conform/index.js";
import { wholeSuite } from "../support/commands/conform/platform.js";
import { application } from "../support/examples/example-delivery.js";
import {
  builtProbeExamples,
  folderWith,
  type Started,
  settings,
  startProgram,
} from "../support/package/frameworks.js";
import { outputOf } from "../support/package/run.js";

const installation = inject("installation");
let on: Started | undefined;
let off: Started | undefined;
afterAll(() => Promise.all([on?.stop(), off?.stop()]));

describe("the example of a probe for Next.js, built and started", () => {
  beforeAll(async () => {
    const folder = await folderWith(installation, "next-probe", [
      "next@16.4.6",
      "react@19.3.1",
      "react-dom@19.3.1",
    ]);
    const app = join(folder, "next");
    await mkdir(app);
    await cp(join(builtProbeExamples, "next"), app, { recursive: true });
    await cp(join(builtProbeExamples, "receiver.js"), join(folder, "receiver.js"));
    const config = { turbopack: { root: installation.project } };
    await writeFile(join(app, "next.config.js"), `export default ${JSON.stringify(config)};`);
    const next = join(folder, "node_modules/next/dist/bin/next");
    await outputOf("node", [next, "build"], { cwd: app, env: { NEXT_TELEMETRY_DISABLED: "1" } });
    const args = [next, "start", "-p", "0", "-H", "127.0.0.1"];
    const ready = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/;
    on = await startProgram(process.execPath, args, { cwd: app, ready, env: { OIPKIT_PROBE: "on" } });
    off = await startProgram(process.execPath, args, { cwd: app, ready });
  });

  it("shows a conformance run what was stored, from another route", async () => {
    const { results } = await runSuite({
      suite: wholeSuite,
      url: `${on?.found}/webhook`,
      probeUrl: `${on?.found}/probe`,
      application: { id: application, environment: "sandbox" },
      secrets: [settings.WEBHOOK_SECRET],
      verificationToken: settings.WEBHOOK_VERIFICATION_TOKEN,
      only: ["6.3.6/recorded", "6.3.6/store-down", "6.3.6/token-free"],
    });
    expect(results.map(({ result, reason }) => reason ?? result)).toEqual(["passed", "passed", "passed"]);
  });

  it("refuses a page's request", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await fetch(`${on?.found}/probe/inbox/evt_1`, { headers })).status).toBe(403);
  });

  it("answers 404 by default", async () => {
    const answer = await fetch(`${off?.found}/probe/inbox/evt_1`);
    expect([answer.status, await answer.text()]).toEqual([404, ""]);
  });
});
