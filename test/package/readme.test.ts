import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { type CodeBlock, codeBlocks, pages, readText } from "../support/package/code-blocks.js";
import { compile } from "../support/package/compile.js";
import { contractsIn, folderIn, repository } from "../support/package/install.js";
import { type Finished, programOutput, run } from "../support/package/run.js";

const installation = inject("installation");
const blockName = ({ file, line }: CodeBlock): string => `${file.replace(/\W+/g, "-")}-${line}`;

/** The contract that the README generates a client of. */
async function writeShelf(folder: string): Promise<void> {
  await writeFile(join(folder, "shelf.yaml"), codeBlocks("yaml", ["README.md"])[0]?.text ?? "");
}

/** A project as the pages assume it, with contracts, generated code and packages. */
async function projectFolder(name: string): Promise<string> {
  const folder = await contractsIn(installation, name);
  await writeShelf(folder);
  await symlink(join(installation.project, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Links the drivers and frameworks that pages import, which are optional and not installed with the package. */
async function othersIn(folder: string): Promise<void> {
  for (const scope of ["@hono", "@types"])
    await mkdir(join(folder, "node_modules", scope), { recursive: true });
  for (const name of ["pg", "redis", "@types/pg", "hono", "@hono/standard-validator"])
    await symlink(join(repository, "node_modules", name), join(folder, "node_modules", name));
}

describe("the TypeScript of the pages", () => {
  it("compiles against the installed package under --strict", async () => {
    const folder = await folderIn(installation, "pages");
    await othersIn(folder);
    await writeShelf(folder);
    const generate = [
      "--no-install",
      "oipkit",
      "generate",
      "--contracts",
      "shelf.yaml",
      "--out",
      "src/generated",
    ];
    await programOutput("npx", generate, { cwd: folder });
    const blocks = codeBlocks("ts");
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) await writeFile(join(folder, `${blockName(block)}.ts`), block.text);
    const files = blocks.map((block) => `${blockName(block)}.ts`);
    expect(await compile(folder, files, "--noEmit")).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("the commands of the pages", () => {
  const commands = codeBlocks("sh").flatMap(({ file, text }) =>
    text.split("\n").flatMap((line) => (line === "" ? [] : [{ file, line }])),
  );

  it("are commands of oipkit, which the next test can run", () => {
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter(({ line }) => !line.startsWith("npx oipkit "))).toEqual([]);
  });

  const runInNewProject = async (line: string): Promise<Finished> => {
    const folder = await projectFolder("command");
    const [, command, ...args] = line.split(" ");
    const watch = line.includes("--watch") ? { interruptAt: "watching for changes" } : {};
    // The program itself, since npx doesn't forward signals.
    const path = join(folder, "node_modules/.bin", command ?? "");
    return run(path, args, { cwd: folder, ...watch });
  };
  // Some commands are on several pages.
  const results = new Map<string, Promise<Finished>>();

  it.each(commands)("$file: $line", async ({ line }) => {
    const result = results.get(line) ?? runInNewProject(line);
    results.set(line, result);
    const { code, signal, stdout, stderr } = await result;
    const isStopped = line.includes("--watch");
    expect({ code, signal }, stdout + stderr).toEqual(
      isStopped ? { code: null, signal: "SIGINT" } : { code: 0 },
    );
  });

  it("for setup are scripts of the package", () => {
    const setUp = codeBlocks("console", ["README.md"]).at(-1)?.text ?? "";
    expect(setUp.match(/^npm ci && npm \w+/gm)).toEqual(["npm ci && npm start", "npm ci && npm test"]);
  });
});

describe("the configuration of the pages", () => {
  it.each(codeBlocks("yaml", ["docs/guide/change-a-contract.md", "docs/reference/generate.md"]))(
    "$file:$line is valid",
    async ({ text }) => {
      const folder = await projectFolder("config");
      await writeFile(join(folder, "oipkit.config.yaml"), text);
      const { code, stderr } = await run("npx", ["--no-install", "oipkit", "generate"], { cwd: folder });
      expect(code, stderr).toBe(0);
    },
  );
});

describe("the change of a contract in docs/guide/change-a-contract.md", () => {
  it("results in the files and the type error shown", async () => {
    const folder = await projectFolder("change");
    const [diff] = codeBlocks("diff", ["docs/guide/change-a-contract.md"]);
    const shown = codeBlocks("console", ["docs/guide/change-a-contract.md"]).map(({ text }) => text);
    await writeFile(join(folder, "change.diff"), diff?.text ?? "");
    await programOutput("git", ["apply", "change.diff"], { cwd: folder });
    expect(await programOutput("npx", ["--no-install", "oipkit", "generate"], { cwd: folder })).toBe(
      shown[0],
    );

    const program =
      'import type { AccessSnapshot } from "./generated/schemas.js";\n' +
      "export const old = (snapshot: AccessSnapshot) => snapshot.capabilities;\n";
    await writeFile(join(folder, "program.ts"), program);
    const { code, stdout } = await compile(folder, ["program.ts"], "--noEmit");
    expect(code).not.toBe(0);
    expect(stdout).toContain(shown[1]?.trim());
    expect(await readFile(join(folder, "generated/schemas.ts"), "utf8")).toContain("features?: string[];");
  });
});

describe("the links of the pages", () => {
  it.each(pages)("in %s point to existing files", (page) => {
    const links = [...readText(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(links.filter((link) => !existsSync(join(repository, page, "..", link)))).toEqual([]);
  });

  it("in docs/README.md include every page", () => {
    const index = readText("docs/README.md");
    const listed = pages.filter(
      (page) => page.startsWith("docs/") && !/README\.md$|\/decisions\//.test(page),
    );
    expect(listed.filter((page) => !index.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
    const decisions = readText("docs/decisions/README.md");
    const decided = pages.filter((page) => page.startsWith("docs/decisions/") && !page.endsWith("README.md"));
    expect(decided.filter((page) => !decisions.includes(`](${page.split("/").at(-1)})`))).toEqual([]);
  });
});
