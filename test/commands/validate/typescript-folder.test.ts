import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

const label = (required: readonly string[]) =>
  JSON.stringify({ title: "Label", type: "object", required, properties: { text: { type: "string" } } });

let cwd: string;
beforeEach(async () => {
  cwd = await contractFolder({
    "contracts/label.schema.json": label(["text"]),
    "good.json": { text: "a" },
    "bad.json": {},
  });
});

const oipkit = (...args: readonly string[]) => runCommand(cwd, ...args);
const judge = async () => {
  const good = await oipkit("validate", "--as", "label", "good.json");
  const bad = await oipkit("validate", "--as", "label", "bad.json");
  return [good.exitCode, bad.exitCode];
};
const copies = () => readdir(join(cwd, "node_modules/.cache/oipkit/validators"));

describe("validators in TypeScript, as they are generated", () => {
  it.each(["js", "ts", "none"])("judge documents if imports end with %s", async (end) => {
    await mkdir(join(cwd, "node_modules"));
    await oipkit("generate", "--import-extension", end);
    expect(await judge()).toEqual([0, 1]);
    expect(await copies()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it("are compiled again after a change, and once otherwise", async () => {
    await mkdir(join(cwd, "node_modules"));
    await oipkit("generate");
    expect(await judge()).toEqual([0, 1]);
    expect(await judge()).toEqual([0, 1]);
    expect(await copies()).toHaveLength(1);
    await writeFile(join(cwd, "contracts/label.schema.json"), label(["text", "more"]));
    await oipkit("generate");
    expect(await judge()).toEqual([1, 1]);
    expect(await copies()).toHaveLength(2);
  });

  it("are compiled in memory where there is no `node_modules`, or a file in place of its cache", async () => {
    await oipkit("generate");
    expect(await judge()).toEqual([0, 1]);
    expect(await readdir(cwd)).not.toContain("node_modules");
    await mkdir(join(cwd, "node_modules/.cache"), { recursive: true });
    await writeFile(join(cwd, "node_modules/.cache/oipkit"), "");
    expect(await judge()).toEqual([0, 1]);
  });

  it("may import files of one's own, if a template says so", async () => {
    await mkdir(join(cwd, "node_modules"));
    await oipkit("generate");
    const file = join(cwd, "generated/validators/label.ts");
    const text = await readFile(file, "utf8");
    await writeFile(join(cwd, "own.ts"), "export const own: boolean = true;\n");
    await writeFile(
      file,
      `import { own } from "../../own.js";\n${text}\nif (!own) throw new Error("own");\n`,
    );
    expect(await judge()).toEqual([0, 1]);
  });

  it("of which eight copies are kept", async () => {
    await mkdir(join(cwd, "node_modules"));
    for (let version = 0; version < 10; version++) {
      await writeFile(join(cwd, "contracts/label.schema.json"), label(["text", `member${version}`]));
      await oipkit("generate", "--no-cache");
      expect(await judge()).toEqual([1, 1]);
    }
    expect(await copies()).toHaveLength(8);
  });
});
