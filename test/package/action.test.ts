// @needs bash
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { environment, startTestReceiver } from "../support/cli/receiver-under-test.js";
import { type RunningSubject, startServer } from "../support/commands/conform/subject.js";
import { readText } from "../support/package/code-blocks.js";
import { repository } from "../support/package/install.js";
import { type Finished, programOutput, run } from "../support/package/run.js";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const action = parse(readText("action.yml")) as {
  readonly inputs: Readonly<Record<string, { description?: string; required?: boolean; default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};
const { steps } = action.runs;
const [install = {}, conform = {}, upload = {}] = steps;
/** An expression in the syntax of workflows. */
const expression = (text: string): string => `\${{ ${text} }}`;
let folder: string;
let receiver: RunningSubject;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "oipkit action-"));
  receiver = await startTestReceiver();
});

afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

interface StepResult extends Finished {
  readonly reports: string;
  /** The text that the step wrote to its output file. */
  readonly output: string;
  readonly summary: string;
}

/** Runs the shell step as the runner does, with expressions replaced and files for its output and summary. */
async function runStep(
  given: Readonly<Record<string, string>>,
  runner: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const work = await mkdtemp(join(folder, "work-"));
  const inputs: Record<string, string> = {
    secret: environment.WEBHOOK_SECRET,
    "verification-token": environment.WEBHOOK_VERIFICATION_TOKEN,
    suite: join(repository, "generated/conformance/events.json"),
    ...given,
  };
  const filled = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_all, name: string) => inputs[name] ?? action.inputs[name]?.default ?? "",
    );
  const env = Object.fromEntries(
    Object.entries(conform.env ?? {}).map(([name, value]) => [name, filled(value)]),
  );
  const [output, summary] = [join(work, "output"), join(work, "summary")];
  for (const file of [output, summary]) await writeFile(file, "");
  await writeFile(join(work, "step.sh"), conform.run ?? "");
  const result = await run("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", join(work, "step.sh")], {
    cwd: work,
    env: {
      ...env,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTION_PATH: repository,
      ...runner,
    },
  });
  return {
    ...result,
    reports: join(work, env.CONFORM_REPORTS ?? ""),
    output: await readFile(output, "utf8"),
    summary: await readFile(summary, "utf8"),
  };
}

describe("action.yml", () => {
  it("describes every input, each of which is required or has a default", () => {
    const open = Object.entries(action.inputs).filter(
      ([, input]) => !input.description || (input.required !== true && input.default === undefined),
    );
    expect(open).toEqual([]);
  });

  it("passes inputs as variables, never as part of the script", () => {
    expect(conform.run).not.toContain("${{");
    const used = Object.values(conform.env ?? {}).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
    const uploaded = JSON.stringify(upload.with);
    const unused = Object.keys(action.inputs).filter(
      (name) => !used.includes(name) && !uploaded.includes(`inputs.${name} `),
    );
    expect(unused).toEqual([]);
  });

  it("uploads existing reports with any verdict", () => {
    expect(upload).toMatchObject({
      if: expression("!cancelled() && steps.conform.outputs.reports != ''"),
      uses: expect.stringMatching(/^actions\/upload-artifact@[0-9a-f]{40}$/),
      with: { path: expression("inputs.reports") },
    });
    expect(Object.values(action.outputs).map(({ value }) => value)).toEqual([
      expression("steps.conform.outputs.exit-code"),
      expression("steps.conform.outputs.reports"),
    ]);
  });
});

describe("the action's own oipkit", () => {
  it("comes from its repository: nothing is run by the name it has in a registry", () => {
    const scripts = steps.map(({ run: script = "" }) => script).join("\n");
    expect(scripts).not.toMatch(/npx|npm (?:exec|install|i)\b|pnpm|yarn|oipkit@/);
    expect(install).toMatchObject({ if: expression("inputs.command == ''") });
    expect(install.env).toBeUndefined();
    expect(install.run).toContain("npm ci --omit=dev --ignore-scripts");
  });

  it("has only dependencies that its lock file pins by their hash", () => {
    const { packages } = JSON.parse(readText("package-lock.json")) as {
      packages: Record<string, { link?: boolean; resolved?: string; integrity?: string }>;
    };
    const registry = Object.entries(packages).filter(([path, { link }]) => {
      return path.includes("node_modules/") && link !== true;
    });
    expect(registry.length).toBeGreaterThan(100);
    const unpinned = registry.filter(([, { resolved, integrity }]) => {
      const isElsewhere = resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/");
      return isElsewhere || !integrity?.startsWith("sha512-");
    });
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });

  it("installs itself from a fresh checkout, without npx, and runs", async () => {
    const checkout = await mkdtemp(join(folder, "checkout-"));
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const files = (await programOutput("git", list, { cwd: repository })).split("\0").filter(Boolean);
    for (const file of files.filter((path) => !path.startsWith("test/"))) {
      await cp(join(repository, file), join(checkout, file));
    }
    const bin = await mkdtemp(join(folder, "bin-"));
    await writeFile(join(bin, "npx"), `#!/bin/sh\ntouch '${join(bin, "called")}'\nexit 1\n`, { mode: 0o755 });
    const runner = { GITHUB_ACTION_PATH: checkout, PATH: `${bin}:${process.env.PATH}` };
    await writeFile(join(bin, "install.sh"), install.run ?? "");
    const installed = await run("bash", ["--noprofile", "--norc", "-e", join(bin, "install.sh")], {
      cwd: folder,
      env: runner,
    });
    expect(installed.code, installed.stderr).toBe(0);
    // Nothing to do the second time.
    const again = await run("bash", ["-e", join(bin, "install.sh")], { cwd: folder, env: runner });
    expect(again).toMatchObject({ code: 0, stdout: "" });
    const result = await runStep({ url: receiver.url, only: "6.3.3/no-*" }, runner);
    expect(result.code, result.stderr).toBe(0);
    expect(await readdir(bin)).not.toContain("called");
  });

  it("gives way to the command that the workflow names", async () => {
    const command = `node ${repository}/dist/cli/index.js`;
    const result = await runStep(
      { url: receiver.url, only: "6.3.3/no-*", command },
      { GITHUB_ACTION_PATH: join(folder, "absent") },
    );
    expect(result.code, result.stderr).toBe(0);
  });
});

describe("the action's shell step", () => {
  it("runs the suite, writes every report, the summary and the outputs", async () => {
    const only = "6.3.1/*\n6.3.3/no-*\n";
    const result = await runStep({ url: receiver.url, only, skip: "*/*-twice", strict: "true" });
    expect(result.code, result.stderr).toBe(0);
    expect((await readdir(result.reports)).sort()).toEqual([
      "junit.xml",
      "report.html",
      "report.json",
      "report.tap",
      "report.txt",
      "summary.md",
    ]);
    const report = JSON.parse(await readFile(join(result.reports, "report.json"), "utf8"));
    expect(report).toMatchObject({ conforms: true, strict: true, url: receiver.url });
    const ids: string[] = report.results.map(({ id }: { id: string }) => id);
    expect(ids).toContain("6.3.3/no-prefix");
    expect(ids.filter((id) => !/^6\.3\.1\/|^6\.3\.3\/no-/.test(id) || id.endsWith("-twice"))).toEqual([]);
    expect(result.output).toBe("reports=oipkit-conform\nexit-code=0\n");
    // `--only` leaves cases out, so the run shows only part.
    expect(result.summary).toMatch(/^## ❔ .*partial run/);
    expect(result.stdout).toMatch(/^::warning title=oipkit conform::/);
  });

  it("fails with annotations if the receiver doesn't conform, and doesn't run commands in its answers", async () => {
    const careless = await startServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(200).end("\n::error::forged\n"));
    });
    const result = await runStep({ url: careless.url, only: "6.3.3/*", reports: "my reports" });
    await careless.close();
    expect(result.code).toBe(1);
    expect(result.output).toBe("reports=my reports\nexit-code=1\n");
    const [annotations = "", log = ""] = result.stdout.split(/^::stop-commands::/m);
    expect(annotations).toMatch(/^::error title=/);
    expect(annotations).not.toMatch(/^::error::forged/m);
    expect(log).toContain("doesn't conform");
  });

  it("exits with 2 and without reports if the receiver can't be reached", async () => {
    const result = await runStep({ url: "http://127.0.0.1:9/", wait: "300ms" });
    expect(result).toMatchObject({ code: 2, output: "exit-code=2\n", summary: "" });
    expect(result.stderr).toContain("doesn't answer");
  });

  it("treats inputs as text, not as options or shell code", async () => {
    const result = await runStep({ url: "--help", application: "$(touch hacked)`touch hacked`;" });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("`--help` is not an http or https URL");
    expect(await readdir(join(result.reports, ".."))).not.toContain("hacked");
  });
});
