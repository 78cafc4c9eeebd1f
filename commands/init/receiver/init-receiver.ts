import { randomBytes } from "node:crypto";
import { UsageError } from "../../options/option.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { addFiles, withPackageJson } from "../add-files.js";
import { defaultChoices, type InitSettings, type ProjectChoices } from "../options.js";
import { undoKilledRuns } from "../write-project.js";
import { packageScripts, readDependencies } from "./package-additions.js";
import { newCredentials, projectFiles } from "./project-files.js";
import { readSdkFacts, type SdkFacts } from "./sdk-facts.js";

/** Writes a project. Returns 1, and writes nothing, if a file exists and may not be replaced. */
export async function initReceiver(settings: InitSettings, terminal: Terminal): Promise<ExitCode> {
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
  const additions = await packageAdditions(choices, facts);
  const files = await withPackageJson(folder, created, additions);
  const exitCode = await addFiles({ folder, force, merged, ...files }, terminal);
  if (exitCode === 0) terminal.out(`\nNext:\n${nextCommands(shown, choices, facts).join("\n")}\n`);
  return exitCode;
}

/** Files that are added to, not replaced. */
const merged = ["package.json", ".gitignore"];

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
