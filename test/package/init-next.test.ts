import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { expectHandled } from "../support/package/describe-init.js";
import {
  type InitProject,
  projectPrograms,
  type RunningReceiver,
  startReceiver,
} from "../support/package/init-project.js";
import { folderIn } from "../support/package/install.js";
import { programOutput } from "../support/package/run.js";

const installation = inject("installation");
let project: InitProject;
let receiver: RunningReceiver | undefined;
afterAll(async () => {
  await receiver?.stop();
});

describe("oipkit init --framework next", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    const folder = join(await folderIn(installation, "init"), "project");
    const cli = join(installation.project, "node_modules/oipkit/dist/cli/index.js");
    await programOutput("node", [cli, "init", folder, "--framework", "next", "--identity", "user"], {
      cwd: installation.project,
    });
    await useTarballs(join(folder, "package.json"));
    const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
    await programOutput("npm", ["install", ...flags], { cwd: folder });
    project = projectPrograms(folder);
  }, 600_000);

  it("builds, and Next.js changes no file of the project", async () => {
    const config = await readFile(join(project.folder, "tsconfig.json"), "utf8");
    const env = { NEXT_TELEMETRY_DISABLED: "1" };
    await programOutput("npm", ["run", "build"], { cwd: project.folder, env });
    expect(await readFile(join(project.folder, "tsconfig.json"), "utf8")).toBe(config);
    expect(await project.tsc()).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("starts, calls the handler with a sent event, conforms and is healthy", async () => {
    receiver = await startReceiver(project, {
      args: ["node_modules/next/dist/bin/next", "start", "-p", "0", "-H", "127.0.0.1"],
      ready: /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/,
    });
    await expectHandled(project, receiver);
    const only = ["--only", "6.1/*", "--only", "6.3.3/*"];
    const report = await project.oipkit("conform", `${receiver.origin}/webhook`, ...only);
    expect(report, report.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining(" 0 failed") });
    expect(await (await fetch(`${receiver.origin}/healthz`)).json()).toMatchObject({ status: "ok" });
  });

  it("has no probe in production, although `.env` turns it on", async () => {
    expect(await readFile(join(project.folder, ".env"), "utf8")).toContain("OIPKIT_PROBE=on");
    expect((await fetch(`${receiver?.origin}/probe/inbox/evt_1`)).status).toBe(404);
  });

  it("passes its own test, with the probe", async () => {
    const ran = await project.vitest({}, "run", "--dir", "test", "-t", "6.3.6/");
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/Tests +\d+ passed/);
  });
});

/** Replaces the versions of the packages by their tarballs, also of those that only another package depends on. */
async function useTarballs(path: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path, "utf8")) as Record<string, Record<string, string>>;
  const groups = [manifest.dependencies ?? {}, manifest.devDependencies ?? {}];
  const overrides: Record<string, string> = {};
  for (const { name, tarball } of installation.packages) {
    const own = groups.filter((group) => name in group);
    for (const group of own.length > 0 ? own : [overrides]) group[name] = `file:${tarball}`;
  }
  await writeFile(path, JSON.stringify({ ...manifest, overrides }));
}
