import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { describeDeployed } from "../support/package/deployed.js";
import { builtExamples, folderWith, type Started, startProgram } from "../support/package/frameworks.js";
import { outputOf } from "../support/package/run.js";

const installation = inject("installation");
let server: Started | undefined;
afterAll(() => server?.stop());

describe("the example for Next.js, built and started", () => {
  beforeAll(async () => {
    const folder = await folderWith(installation, "next", [
      "next@16.4.6",
      "react@19.3.1",
      "react-dom@19.3.1",
    ]);
    const application = join(folder, "next");
    await mkdir(application);
    await cp(join(builtExamples, "next"), application, { recursive: true });
    await cp(join(builtExamples, "receiver.js"), join(folder, "receiver.js"));
    const config = { turbopack: { root: installation.project } };
    await writeFile(join(application, "next.config.js"), `export default ${JSON.stringify(config)};`);
    const next = join(folder, "node_modules/next/dist/bin/next");
    await outputOf("node", [next, "build"], { cwd: application, env: { NEXT_TELEMETRY_DISABLED: "1" } });
    server = await startProgram(process.execPath, [next, "start", "-p", "0", "-H", "127.0.0.1"], {
      cwd: application,
      ready: /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/,
    });
  });

  describeDeployed(() => `${server?.found}/webhook`);

  it("has no other route", async () => {
    expect((await fetch(`${server?.found}/elsewhere`)).status).toBe(404);
  });
});
