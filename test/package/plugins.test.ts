import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { codeBlocks } from "../support/package/code-blocks.js";
import { compile } from "../support/package/compile.js";
import { contractsIn } from "../support/package/install.js";
import { programOutput } from "../support/package/run.js";

const page = ["docs/reference/plugins.md"];
const command = ["--no-install", "oipkit", "generate", "--only", "operations"];

it("the first plugin of docs/reference/plugins.md runs with the installed package, and its output compiles", async () => {
  const folder = await contractsIn(inject("installation"), "plugins");
  const [plugin] = codeBlocks("ts", page);
  const [config] = codeBlocks("yaml", page);
  await mkdir(join(folder, "plugins"));
  await writeFile(join(folder, "plugins/operations.ts"), plugin?.text ?? "");
  await writeFile(join(folder, "oipkit.config.yaml"), config?.text ?? "");
  await programOutput("npx", command, { cwd: folder });
  const path = "generated/operations/platform.ts";
  expect(await readFile(join(folder, path), "utf8")).toContain('} from "../platform/client.js";');
  expect(await compile(folder, [path], "--noEmit")).toMatchObject({ code: 0, stdout: "" });
  expect(await programOutput("npx", [...command, "--check"], { cwd: folder })).toBe("");
});

it("the TypeScript configuration of docs/reference/generate.md works with the installed package", async () => {
  const folder = await contractsIn(inject("installation"), "configuration");
  const config = codeBlocks("ts", ["docs/reference/generate.md"]).find(({ text }) =>
    text.includes("defineConfig"),
  );
  const [plugin] = codeBlocks("ts", page);
  await mkdir(join(folder, "plugins"));
  await writeFile(join(folder, "plugins/query.ts"), plugin?.text ?? "");
  await writeFile(join(folder, "oipkit.config.ts"), config?.text ?? "");
  expect(await programOutput("npx", command, { cwd: folder })).toContain(
    "added generated/operations/platform.ts",
  );
});
