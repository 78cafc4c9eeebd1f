import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeInside } from "../../generator/write/inside.js";
import { ContractError, hasUnsupportedVersion } from "../../reader/documents/diagnostic.js";
import { InputError, slashes } from "../../reader/documents/input.js";
import { utf8Text } from "../../reader/documents/regular-file.js";
import { packageVersion } from "../../reader/package-version.js";
import type { Changelog } from "../changelog/pages/entry.js";
import { run as generate } from "../generate/command.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { discardAll, type OpenTarget, openTargets } from "../report/report-targets.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { compareContracts, contractsAtLock, contractsOnDisk, locatedInSource } from "./compare.js";
import { digests, hasSameFiles, type Lock, lockFile, lockText } from "./lock.js";
import type { UpdateSettings } from "./options.js";
import { type Project, readProject } from "./project.js";
import { proposeRelease } from "./release.js";
import { formatUpdate, type Update, type UpdateFormat, updateTitle } from "./report.js";
import { takeContract } from "./source/take-contract.js";
import type { TakenContract } from "./source/taken-contract.js";
import { type NewTexts, undoKilledUpdates, withNewTexts } from "./transaction.js";

/** What isn't in the arguments. */
interface UpdateContext {
  readonly terminal: Terminal;
  readonly fetch: typeof fetch;
}

/** Updates the project in the working folder. Returns 1 if the new contract is broken, and changes nothing then. */
export async function update(settings: UpdateSettings, context: UpdateContext): Promise<ExitCode> {
  const { terminal } = context;
  const targets = await openTargets(settings.targets, terminal);
  try {
    if (await undoKilledUpdates(terminal.cwd)) terminal.err("an earlier update was killed; it was undone\n");
    const project = await readProject(terminal.cwd);
    const found = await findChange(project, context);
    if (found !== undefined && settings.check) {
      discardAll(targets);
      terminal.out(
        `${project.contracts} is behind ${project.source?.text ?? "the contract"}; run \`oipkit update\`\n`,
      );
      return 1;
    }
    const done = found && (await apply(project, found, terminal));
    if (found !== undefined && done === undefined) return refused(targets, terminal);
    const version = await packageVersion();
    for (const { format, output } of targets) await output.write(formatUpdate(done, format, version));
    for (const { output } of targets) await output.commit();
    terminal.err(done === undefined ? "there is nothing new\n" : `${updateTitle(done)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof ContractError) {
      terminal.out(printDiagnostics(error.diagnostics));
      refused(targets, terminal);
      return hasUnsupportedVersion(error.diagnostics) ? 2 : 1;
    }
    discardAll(targets);
    throw error;
  }
}

function refused(targets: readonly OpenTarget<UpdateFormat>[], { err }: Terminal): ExitCode {
  discardAll(targets);
  err("the new contract can't be used; nothing was changed\n");
  return 1;
}

/** A contract that isn't the one that the code was generated from. */
interface Change {
  readonly lock: Lock;
  /** Absent if the contract is written here, so that it needn't be written. */
  readonly taken: TakenContract | undefined;
  /** Absent if there was none before. */
  readonly changelog: Changelog | undefined;
}

async function findChange(project: Project, context: UpdateContext): Promise<Change | undefined> {
  if (project.source !== undefined) return changeAtSource(project, project.source, context);
  const lock = { files: digests(project.files) };
  if (project.lock === undefined) return { lock, taken: undefined, changelog: undefined };
  if (hasSameFiles(lock.files, project.lock.files)) return undefined;
  const old = await contractsAtLock(project, context.terminal);
  const changelog = await compareContracts({ old, new: contractsOnDisk(project) }, project, context.terminal);
  return { lock, taken: undefined, changelog };
}

async function changeAtSource(
  project: Project,
  { text, parsed }: NonNullable<Project["source"]>,
  { terminal, fetch }: UpdateContext,
): Promise<Change | undefined> {
  const { cwd, env, signal } = terminal;
  const taken = await takeContract(parsed, { cwd, env, signal, fetch, maxFile: project.maxFile });
  const lock = { source: text, resolved: taken.resolved, files: digests(taken.files) };
  const isSame = project.lock !== undefined && hasSameFiles(project.lock.files, lock.files);
  if (isSame && project.lock?.source === text) return undefined;
  return {
    lock,
    taken,
    changelog: isSame ? { version: "none", entries: [] } : await compareStaged(project, taken, terminal),
  };
}

/** Compares a contract before it takes its place. */
async function compareStaged(
  project: Project,
  { files }: TakenContract,
  terminal: Terminal,
): Promise<Changelog | undefined> {
  const { cwd, source } = project;
  const name = `.oipkit-update-${process.pid}-${randomUUID()}`;
  if (project.files.size === 0) return undefined;
  const staged = { folder: join(cwd, name, "contracts"), cwd, source: source?.text ?? "" };
  try {
    await mkdir(staged.folder, { recursive: true });
    for (const [path, text] of textsIn(new Map([...kept(project), ...files])))
      await writeInside(staged.folder, path, text);
    const current = contractsOnDisk(project, `${name}/contracts`);
    return await compareContracts({ old: contractsOnDisk(project), new: current }, project, terminal);
  } catch (error) {
    throw locatedInSource(error, staged);
  } finally {
    await rm(join(cwd, name), { recursive: true, force: true });
  }
}

/** Files beside those that were taken, such as overlays. */
function kept({ files, lock }: Project): ReadonlyMap<string, Buffer> {
  return new Map([...files].filter(([name]) => lock !== undefined && !Object.hasOwn(lock.files, name)));
}

function textsIn(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, string> {
  return new Map(
    [...files].map(([name, bytes]) => {
      const text = utf8Text(bytes);
      if (text === undefined) throw new InputError(name, "not valid UTF-8");
      return [name, text];
    }),
  );
}

/** Writes the contract, what follows from it, and the generated code: all, or nothing. */
async function apply(project: Project, change: Change, terminal: Terminal): Promise<Update | undefined> {
  const { cwd, source } = project;
  const { lock, changelog } = change;
  const release = changelog && proposeRelease(changelog, project.package, cwd);
  const texts: NewTexts = new Map([
    ...contractTexts(project, change),
    ...(release?.texts ?? []),
    [lockFile, lockText(lock)],
  ]);
  const isDone = await withNewTexts(cwd, texts, async () => {
    const lines: string[] = [];
    const code = await generate([], { ...terminal, out: (text) => lines.push(text) });
    (code === 0 ? terminal.err : terminal.out)(lines.join(""));
    return code === 0;
  });
  if (!isDone) return undefined;
  return {
    packageName: project.package.name,
    source: source && { text: source.text, from: project.lock?.resolved, to: lock.resolved ?? "" },
    changelog,
    release,
  };
}

function contractTexts({ contracts, lock }: Project, { taken }: Change): NewTexts {
  if (taken === undefined) return new Map();
  const at = (name: string): string => slashes(join(contracts, name));
  const gone = Object.keys(lock?.files ?? {}).filter((name) => !taken.files.has(name));
  return new Map([
    ...gone.map((name): [string, undefined] => [at(name), undefined]),
    ...[...textsIn(taken.files)].map(([name, text]): [string, string] => [at(name), text]),
  ]);
}
