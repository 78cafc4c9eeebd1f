import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { buildModel } from "../../../generator/build-model.js";
import { writeInside } from "../../../generator/write/inside.js";
import { ContractError, hasUnsupportedVersion } from "../../../reader/documents/diagnostic.js";
import { InputError, readInputs, slashes } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { defaultMaxFile, utf8Text } from "../../../reader/documents/regular-file.js";
import { run as generate } from "../../generate/command.js";
import { printDiagnostics } from "../../report/print-diagnostics.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { digests, lockFile, lockText, parseContractSource, takeContract } from "../../update/index.js";
import { addFiles, withGitIgnore } from "../add-files.js";
import type { SdkSettings } from "../options.js";
import { packageName } from "../package-json.js";
import { type ProjectFile, undoKilledRuns } from "../write-project.js";
import { chooseFirstCall } from "./first-call.js";
import { sdkFiles } from "./sdk-files.js";

/** What isn't in the arguments. */
interface SdkContext {
  readonly terminal: Terminal;
  readonly fetch: typeof fetch;
}

/** Writes a package of generated code. Returns 1, and writes nothing, if the contract is broken or a file exists. */
export async function initSdk(settings: SdkSettings, { terminal, fetch }: SdkContext): Promise<ExitCode> {
  const { folder, shown, force } = settings;
  await undoKilledRuns(folder);
  const made = await makeFiles(settings, { terminal, fetch });
  if (typeof made === "number") {
    terminal.err("nothing was written, since the contract is broken\n");
    return made;
  }
  const files = await withGitIgnore(folder, made);
  const wanted = { folder, files, conflicts: [], force, merged: [".gitignore"], folded: "src/" };
  const exitCode = await addFiles(wanted, terminal);
  if (exitCode === 0) terminal.out(`\nNext:\n${nextCommands(shown).join("\n")}\n`);
  return exitCode;
}

/** All files of the package; the exit code, and the findings are printed, if the contract is broken. */
async function makeFiles(
  settings: SdkSettings,
  context: SdkContext,
): Promise<readonly ProjectFile[] | 1 | 2> {
  const { terminal } = context;
  // Everything is made elsewhere first, so that a broken contract leaves nothing behind.
  const draft = await mkdtemp(join(tmpdir(), "oipkit-sdk-"));
  try {
    const contract = await readContract(settings, context);
    const { files: given, start: _, ...from } = contract;
    const contracts = [...given].map(([name, text]) => ({ path: `contracts/${name}`, text }));
    for (const { path, text } of contracts) await writeInside(draft, path, text);
    const said: string[] = [];
    const quiet = { ...terminal, cwd: draft, out: (text: string) => said.push(text), err: () => {} };
    const code = await generate(["--out", "src", "--no-cache"], quiet);
    const findings = said.filter((text) => !text.startsWith("added ")).join("");
    (code === 0 ? terminal.err : terminal.out)(asGiven(findings, contract));
    if (code !== 0) return code;
    const generated = await textsBelow(join(draft, "src"));
    const files = await sdkFiles({
      name: settings.package ?? packageName(basename(settings.folder), "sdk"),
      source: from.source,
      generated: generated.map(({ path }) => path),
      ...(await readFacts(draft)),
    });
    const lock = { ...from, files: digests(bytesIn(given)) };
    return [
      ...files,
      ...contracts,
      ...generated.map(({ path, text }) => ({ path: `src/${path}`, text })),
      { path: lockFile, text: lockText(lock) },
    ].sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    terminal.out(printDiagnostics(error.diagnostics));
    return hasUnsupportedVersion(error.diagnostics) ? 2 : 1;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Findings with the paths that the user knows. */
function asGiven(text: string, { files, start }: GivenContract): string {
  return [...files.keys()].reduce(
    (said, name) => said.replaceAll(`contracts/${name}`, `${start}${name}`),
    text,
  );
}

interface GivenContract {
  /** By path below `contracts/`. */
  readonly files: ReadonlyMap<string, string>;
  /** What stands before these paths where the contract comes from. */
  readonly start: string;
  /** Absent for files on the disk, which are copied once. */
  readonly source?: string;
  readonly resolved?: string;
}

async function readContract(
  { contract: given }: SdkSettings,
  { terminal, fetch }: SdkContext,
): Promise<GivenContract> {
  const { cwd, env, signal } = terminal;
  if (given.kind === "source") {
    const source = parseContractSource(given.text, "--contract");
    const taken = await takeContract(source, { cwd, env, signal, fetch, maxFile: defaultMaxFile });
    const texts = [...taken.files].map(([name, bytes]): [string, string] => {
      const text = utf8Text(bytes);
      if (text === undefined) throw new InputError(name, "not valid UTF-8");
      return [name, text];
    });
    return { files: new Map(texts), start: `${given.text} `, source: given.text, resolved: taken.resolved };
  }
  const inputs = await readInputs([given.path], cwd);
  const isFile = inputs.some(({ isNamed }) => isNamed);
  const root = isFile ? dirname(resolve(cwd, given.path)) : resolve(cwd, given.path);
  // A file alone brings those that it refers to.
  const { documents } = await loadContracts(inputs, cwd, {});
  const texts = new Map(inputs.map(({ path, text }) => [path, text]));
  for (const { path, text, fileText } of documents.values()) texts.set(path, fileText ?? text);
  const files = [...texts].map(([path, text]): [string, string] => [
    slashes(path.slice(root.length + 1)),
    text,
  ]);
  const shown = slashes(relative(cwd, root));
  return { files: new Map(files), start: shown === "" ? "" : `${shown}/` };
}

function bytesIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, Buffer> {
  return new Map([...files].map(([name, text]) => [name, Buffer.from(text)]));
}

async function readFacts(draft: string) {
  const inputs = await readInputs(["contracts"], draft);
  const contracts = await loadContracts(inputs, draft, {});
  const model = buildModel(contracts);
  const [first] = [...model.apis, ...model.eventSets];
  return {
    call: chooseFirstCall(contracts, model),
    title: first?.title ?? "Contract",
    hasEvents: model.eventSets.some(({ protocol }) => protocol !== undefined),
  };
}

/** The files of a folder, with paths below it. */
async function textsBelow(folder: string): Promise<ProjectFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => ({
      path: slashes(path.slice(folder.length + 1)),
      text: await readFile(path, "utf8"),
    })),
  );
}

function nextCommands(shown: string): string[] {
  const lines = shown === "." ? [] : [`  cd ${shown}`];
  return [
    ...lines,
    "  npm install",
    "  npm run check",
    "  npm test",
    "  git init && git add --all && git commit -m 'The SDK'",
  ];
}
