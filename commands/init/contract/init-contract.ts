import { basename } from "node:path";
import { createRenderer } from "../../../generator/render/template.js";
import { packageSpecifier } from "../../../reader/text/code/identifier.js";
import { literal } from "../../../reader/text/code/literal.js";
import { markdownText } from "../../../reader/text/code/markdown.js";
import { json } from "../../../reader/text/json.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { digests, lockFile, lockText } from "../../update/index.js";
import { addFiles, withGitIgnore } from "../add-files.js";
import type { ContractSettings } from "../options.js";
import { packageName, readRanges } from "../package-json.js";
import { readTemplates, templateFiles, workflows } from "../templates.js";
import { type ProjectFile, undoKilledRuns } from "../write-project.js";

/** Writes a package of contracts. Returns 1, and writes nothing, if a file exists. */
export async function initContract(settings: ContractSettings, terminal: Terminal): Promise<ExitCode> {
  const { folder, shown, force, package: given } = settings;
  await undoKilledRuns(folder);
  const name = given ?? packageName(basename(folder), "contract");
  const files = await contractFiles(name);
  const all = await withGitIgnore(folder, files);
  const exitCode = await addFiles(
    { folder, files: all, conflicts: [], force, merged: [".gitignore"] },
    terminal,
  );
  if (exitCode !== 0) return exitCode;
  const enter = shown === "." ? [] : [`  cd ${shown}`];
  const steps = [...enter, "  npm install", "  npm run lint", "  npm run mock"];
  terminal.out(`\nNext:\n${steps.join("\n")}\n`);
  return 0;
}

async function contractFiles(name: string): Promise<ProjectFile[]> {
  const templates = await readTemplates(["package", "contract"]);
  const title = titleFrom(name);
  const view = {
    contract: true,
    packageName: packageSpecifier(name),
    title: markdownText(title),
    apiTitle: literal(title),
    eventsTitle: literal(`${title} events`),
  };
  const files = templateFiles(templates, {
    renamed: workflows,
    render: createRenderer(templates),
    view: () => view,
  });
  const start = "contracts/";
  const contracts = files.filter(({ path }) => path.startsWith(start));
  const bytes = contracts.map(({ path, text }): [string, Buffer] => [
    path.slice(start.length),
    Buffer.from(text),
  ]);
  return [
    ...files,
    { path: lockFile, text: lockText({ files: digests(new Map(bytes)) }) },
    { path: "package.json", text: await packageJson(name) },
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `@acme/book-shop-contract` is about the Book shop. */
function titleFrom(name: string): string {
  const words = name
    .slice(name.indexOf("/") + 1)
    .split(/[-._]+/)
    .filter((word) => word !== "" && word !== "contract" && word !== "contracts");
  const text = words.join(" ");
  return text === "" ? "Notes" : text.charAt(0).toUpperCase() + text.slice(1);
}

async function packageJson(name: string): Promise<string> {
  const manifest = {
    name,
    version: "0.1.0",
    type: "module",
    exports: { "./contracts/*": "./contracts/*", "./package.json": "./package.json" },
    files: ["contracts", "CHANGELOG.md"],
    scripts: {
      mock: "oipkit mock contracts",
      lint: "oipkit lint",
      diff: "oipkit diff",
      update: "oipkit update",
      test: "oipkit generate && oipkit generate --check --require-version",
    },
    devDependencies: await readRanges(["oipkit"]),
    publishConfig: { access: "public" },
  };
  return `${json(manifest, 2)}\n`;
}
