import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Report, runSuite } from "../../commands/conform/index.js";
import { wholeSuite } from "../support/commands/conform/platform.js";
import { application } from "../support/examples/example-delivery.js";
import { root } from "../support/generator/emit/contract-folder.js";

const settings = {
  WEBHOOK_SECRET: "signing-6b0d",
  WEBHOOK_VERIFICATION_TOKEN: "verification-52ce",
  APPLICATION_ID: application,
};

const running: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Starts a built example and returns its base URL. */
async function start(name: string, probe: string | undefined): Promise<{ url: string; child: ChildProcess }> {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-example-probe-"));
  folders.push(folder);
  const child = spawn(process.execPath, [join(root, `dist/examples/probe/${name}.js`)], {
    cwd: folder,
    env: { ...settings, PORT: "0", ...(probe === undefined ? {} : { OIPKIT_PROBE: probe }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  await expect.poll(() => printed, { timeout: 30_000 }).toContain("listening on http://127.0.0.1:");
  return { url: /http:\S+/.exec(printed)?.[0] ?? "", child };
}

const conform = (url: string, only: readonly string[]): Promise<Report> =>
  runSuite({
    suite: wholeSuite,
    url: `${url}/webhook`,
    probeUrl: `${url}/probe`,
    application: { id: application, environment: "sandbox" },
    secrets: [settings.WEBHOOK_SECRET],
    verificationToken: settings.WEBHOOK_VERIFICATION_TOKEN,
    only,
  });

it("docs/reference/probe.md shows lines of the examples", () => {
  const folder = join(root, "examples/probe");
  const programs = (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"));
  const page = readFileSync(join(root, "docs/reference/probe.md"), "utf8");
  const [, table = ""] = page.split("| framework | call |\n|---|---|\n");
  const lines = [...(table.split("\n\n")[0] ?? "").matchAll(/`([^`]*probe[^`]*)`/g)].map(
    ([, line = ""]) => line,
  );
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => !programs.some((text) => text.includes(line)))).toEqual([]);
});

it.each(["node", "express", "fastify", "hono", "restart"])(
  "%s: a conformance run sees what was stored by the probe, which is off by default",
  async (name) => {
    const on = await start(name, "on");
    const { results } = await conform(on.url, ["6.3.6/*", "6.4/*"]);
    expect(results.filter(({ result }) => result === "failed")).toEqual([]);
    const byProbe = results.filter(({ id }) =>
      ["6.3.6/recorded", "6.3.6/store-down", "6.3.6/token-free"].includes(id),
    );
    expect(byProbe.map(({ result }) => result)).toEqual(["passed", "passed", "passed"]);
    on.child.kill("SIGTERM");
    expect(await once(on.child, "exit")).toEqual([0, null]);

    const off = await start(name, undefined);
    for (const path of ["inbox/evt_1", "resources/sub_1", "leaks?needle=evt", "restart"]) {
      const answer = await fetch(`${off.url}/probe/${path}`);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, ""]);
    }
  },
);
