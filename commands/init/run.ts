import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { kindAt } from "../../generator/write/inside.js";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { UsageError } from "../options/option.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { defaultChoices, type InitSettings, type ProjectChoices } from "./options.js";
import {
  extendPackageJson,
  newPackageJson,
  packageName,
  packageScripts,
  readDependencies,
} from "./package-json.js";
import { newCredentials, type ProjectFile, projectFiles } from "./project-files.js";
import { readSdkFacts, type SdkFacts } from "./sdk-facts.js";
import { existingFiles, extendGitIgnore, undoKilledRuns, writeProject } from "./write-project.js";

/** Writes a project. Returns 1, and writes nothing, if a file exists and may not be replaced. */
export async function init(settings: InitSettings, terminal: Terminal): Promise<ExitCode> {
  const { folder, shown, sdk, event, force } = settings;
  await undoKilledRuns(folder);
  const facts = await readSdkFacts({ folder, name: sdk, event });
  const choices = await choose(settings, facts, terminal);
  if (choices.identity !== "none" && facts.api === undefined)
    throw new UsageError(`--identity: ${sdk} has no client that needs one; use --identity none`);
  if (choices.store === "postgres-redis" && facts.protocol.nonce === undefined)
    throw new UsageError(
      "--store: Redis would keep nonces, and the platform sends none; use --store postgres",
    );
  const credentials = newCredentials(facts.protocol, randomBytes);
  const created = await projectFiles({ choices, facts, credentials });
  const { files, conflicts } = await mergedFiles(folder, created, await packageAdditions(choices, facts));
  const existing = await existingFiles(folder, files);
  const inTheWay = [...existing.keys()].filter((path) => !merged.includes(path));
  const findings = [...inTheWay.map((path) => `${path}: the file exists`), ...conflicts];
  if (findings.length > 0 && !force) {
    terminal.out(findings.map((finding) => `${finding}\n`).join(""));
    terminal.err("nothing was written; choose another folder, or replace these with --force\n");
    return 1;
  }
  await writeProject(folder, files);
  terminal.out(files.map(({ path }) => `${existing.has(path) ? "changed" : "created"} ${path}\n`).join(""));
  terminal.out(`\nNext:\n${nextCommands(shown, choices, facts).join("\n")}\n`);
  return 0;
}

/** Files that are added to, not replaced. */
const merged: readonly string[] = ["package.json", ".gitignore"];

async function choose(
  { asks, given }: InitSettings,
  { api, protocol }: SdkFacts,
  { prompt }: Terminal,
): Promise<ProjectChoices> {
  if (asks && prompt !== undefined) {
    const { askFor } = await import("./prompts.js");
    return askFor(prompt, { client: api !== undefined, nonces: protocol.nonce !== undefined });
  }
  const { framework, store } = defaultChoices;
  const identity = api === undefined ? "none" : defaultChoices.identity;
  return {
    framework: given.framework ?? framework,
    store: given.store ?? store,
    identity: given.identity ?? identity,
  };
}

async function packageAdditions(choices: ProjectChoices, facts: SdkFacts) {
  return { scripts: packageScripts(choices, facts), ...(await readDependencies(choices, facts)) };
}

/** The files, with `package.json` and `.gitignore` merged into those that exist. */
async function mergedFiles(
  folder: string,
  created: readonly ProjectFile[],
  additions: Awaited<ReturnType<typeof packageAdditions>>,
): Promise<{ readonly files: readonly ProjectFile[]; readonly conflicts: readonly string[] }> {
  const manifest = await existingText(folder, "package.json");
  const { text, conflicts } =
    manifest === undefined
      ? { text: newPackageJson(packageName(basename(folder)), additions), conflicts: [] }
      : extendPackageJson(manifest, additions);
  const ignored = await existingText(folder, ".gitignore");
  const files = created.map((file) => {
    if (file.path === ".gitignore" && ignored !== undefined)
      return { ...file, text: extendGitIgnore(ignored, file.text) };
    return file;
  });
  const all = [{ path: "package.json", text }, ...files];
  return { files: all.sort((a, b) => (a.path < b.path ? -1 : 1)), conflicts };
}

/** The text of a file of the project; `undefined` if it doesn't exist. Throws `UsageError` if it isn't a regular file. */
async function existingText(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name);
  const kind = await kindAt(path);
  if (kind === undefined) return undefined;
  const found = kind === "file" ? readRegularFile(path) : undefined;
  if (found?.kind === "bytes") return found.bytes.toString("utf8");
  throw new UsageError(`${name}: not a regular file, so it can't be added to`);
}

function nextCommands(shown: string, { store }: ProjectChoices, { event }: SdkFacts): string[] {
  const needs = store.startsWith("postgres") ? ["  # set DATABASE_URL in .env"] : [];
  const lines: string[] = [];
  if (shown !== ".") lines.push(`  cd ${shown}`);
  lines.push(
    "  npm install",
    ...needs,
    "  npm run dev",
    `  npm run send -- ${event}   # in a second terminal`,
    "  npm run conform",
    "  npm test",
  );
  return lines;
}
