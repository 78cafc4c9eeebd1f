import { existsSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { codeBlocks } from "../support/package/code-blocks.js";
import { compile } from "../support/package/compile.js";
import { contractsIn } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const [lister, reporter] = codeBlocks("ts", ["docs/reference/validate.md"]);
const installation = inject("installation");
let folder: string;

beforeAll(async () => {
  folder = await contractsIn(installation, "validate-programs");
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) await symlink(join(installation.project, "node_modules"), modules);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "list.ts"), lister?.text ?? "");
  await writeFile(join(folder, "report.ts"), reporter?.text ?? "");
  const { code, stdout } = await compile(folder, ["list.ts", "report.ts"]);
  expect(code, stdout).toBe(0);
});

describe("the programs of docs/reference/validate.md, with the installed package", () => {
  it("list the findings in the counterexamples, and exit with 1", async () => {
    const { code, stdout, stderr } = await run("node", ["list.js"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^contracts\/counterexamples\/\S+\.json:\d+:\d+ [\w/-]+: ./);
    expect(lines.at(-1)).toBe(
      `${lines.length - 1} findings in ${/in (\d+) documents$/.exec(stdout.trimEnd())?.[1]} documents`,
    );
    expect(lines.filter((line) => line.startsWith("contracts/examples/"))).toEqual([]);
  });

  it("print the same report as the command", async () => {
    expect((await run("node", ["report.js"], { cwd: folder })).code).toBe(0);
    const args = ["oipkit", "validate", "--validators", "generated", "--format", "sarif"];
    const inputs = ["contracts/examples", "contracts/counterexamples"];
    const { stdout } = await run("npx", ["--no-install", ...args, ...inputs], { cwd: folder });
    expect(await readFile(join(folder, "findings.sarif"), "utf8")).toBe(stdout);
  });
});
