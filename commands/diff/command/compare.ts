import { relative, resolve } from "node:path";
import { type ReadConfig, readConfig } from "../../config/config.js";
import { defaults } from "../../generate/options.js";
import { readNamedFile } from "../../options/named-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type AcceptedChange, acceptChanges, readAccepted } from "../accepted-changes.js";
import { compareVersions } from "../compare-versions.js";
import type { CompareOptions, ComparisonResult, ContractChange } from "../comparison.js";
import { openRepository, resolveCommit } from "../inputs/git/repository.js";
import { type NamingContext, nameNewSource, nameSources } from "../inputs/name-sources.js";
import { readSource, readSources } from "../inputs/read-source.js";
import {
  documentNames,
  locateSchemaErrors,
  type SourceOptions,
  type SourceVersion,
  sharedParsing,
} from "../inputs/source.js";
import { compareReleases, listReleases } from "../releases.js";
import { counted } from "../report/wording.js";
import type { Version, Versions } from "../version.js";
import type { InputSettings } from "./options.js";

/** Terminal, folder and configuration that a comparison needs. */
export interface CompareContext {
  readonly terminal: Terminal;
  /** The current time, in milliseconds since 1970. */
  readonly clock: () => number;
}

/** Reads the versions in the settings, compares them and applies the accepted changes. */
export async function compareInputs(
  settings: InputSettings,
  options: CompareOptions,
  { terminal, clock }: CompareContext,
): Promise<Compared> {
  const compare = settings.transitive === undefined ? comparisonOfTwo : comparisonWithReleases;
  const compared = await compare(settings, options, terminal);
  const { comparison, current, names } = compared;
  const entries = acceptedChanges(settings, current, terminal);
  return { ...compared, comparison: acceptChanges(comparison, { entries, names, now: clock() }) };
}

async function comparisonOfTwo(
  settings: InputSettings,
  options: CompareOptions,
  terminal: Terminal,
): Promise<Compared> {
  const reading = inputReading(settings, terminal);
  const sources = await nameSources([settings.old, settings.new], reading);
  const versions = await readSources(sources, {
    ...reading.sourceOptions(),
    whole: settings.source,
    onOld: ({ label }) => {
      if (sources.reason !== undefined) terminal.err(`comparing with ${label} (${sources.reason})\n`);
    },
  });
  const { old, new: current } = versions;
  const names = new Map([...documentNames(old), ...documentNames(current)]);
  const more = settings.source ? await sourceChanges(versions, options) : undefined;
  const comparison = locateSchemaErrors([old, current], () =>
    compareVersions(versions, { ...options, more }),
  );
  return { comparison, old: [old], current, names };
}

/** The engine loads a compiler, so it is only loaded if it is asked for. */
async function sourceChanges(
  versions: Versions,
  { now }: CompareOptions,
): Promise<readonly ContractChange[]> {
  const { compareSource } = await import("../source/compare-source.js");
  return compareSource(versions, { time: longestSourceComparison, now });
}

/** Milliseconds. Guessed: twenty times what the largest public document takes. */
const longestSourceComparison = 600_000;

function acceptedChanges(
  { accepted }: InputSettings,
  current: SourceVersion,
  { cwd }: Terminal,
): AcceptedChange[] {
  if (accepted === undefined) return current.accepted.flatMap(readAccepted);
  const path = resolve(cwd, accepted);
  const text = readNamedFile({ path, shown: accepted, what: "the accepted changes" });
  return readAccepted({ file: accepted, path, text });
}

/** How the versions are found and read. */
interface InputReading extends NamingContext {
  /** Includes what the configuration sets, if `configured` was called. */
  readonly sourceOptions: () => SourceOptions;
}

/** Reads the configuration when, and only if, the arguments leave contracts open. */
function inputReading(
  settings: Pick<InputSettings, "config" | "allowRefsTo" | "maxFile">,
  { cwd, env }: Terminal,
): InputReading {
  let config: ReadConfig = {};
  const parse = sharedParsing();
  return {
    cwd,
    env,
    configured: async () => {
      config = await readConfig(cwd, settings.config);
      return { contracts: config.contracts ?? [defaults.contracts], overlays: config.overlays ?? [] };
    },
    sourceOptions: () => ({
      cwd,
      allowRefsTo: [...settings.allowRefsTo, ...(config.allowRefsTo ?? [])],
      maxFile: settings.maxFile ?? config.maxFile,
      parse,
    }),
  };
}

/** A comparison, and what was compared. */
interface Compared {
  readonly comparison: ComparisonResult;
  /** The old version; in a comparison with releases, each of them, newest first. */
  readonly old: readonly Version[];
  readonly current: SourceVersion;
  /** The names of documents, by their files as places show them. */
  readonly names: ReadonlyMap<string, string>;
}

/** Compares NEW with the releases in its history, and says on standard error which. */
export async function comparisonWithReleases(
  settings: InputSettings,
  options: CompareOptions,
  terminal: Terminal,
): Promise<Compared> {
  const { prefix, most } = settings.transitive ?? { most: 1 };
  const reading = inputReading(settings, terminal);
  const source = await nameNewSource(settings.new, reading);
  const repository = await openRepository(terminal);
  const from = source.kind === "git" ? source.commit : await resolveCommit("HEAD", repository);
  const { releases, leftOut } = await listReleases({ prefix, most, from }, repository);
  const current = await readSource(source, reading.sourceOptions());
  const { contracts, overlays } = source;
  const inside = (path: string) => {
    if (source.kind === "git") return `/${path}`;
    return relative(terminal.cwd, resolve(terminal.cwd, path)) || ".";
  };
  const paths = { contracts: contracts.map(inside), overlays: (overlays ?? []).map(inside) };
  const result = await compareReleases(
    { current, paths, releases, repository, reading: reading.sourceOptions() },
    options,
  );
  const { comparison, without } = result;
  terminal.err(`compared with ${releaseRange(comparison.summary.releases ?? [])}\n`);
  if (without.length > 0) terminal.err(`without these contracts: ${releaseRange(without)}\n`);
  if (leftOut.length > 0) terminal.err(`left out (--releases ${most}): ${releaseRange(leftOut)}\n`);
  return {
    comparison,
    old: result.versions,
    current,
    names: new Map([...result.names, ...documentNames(current)]),
  };
}

/** Newest first. */
function releaseRange(tags: readonly string[]): string {
  const count = counted(tags.length, "release");
  const [newest, oldest] = [tags[0], tags.at(-1)];
  if (newest === undefined || oldest === undefined) return count;
  if (newest === oldest) return `${count}: ${newest}`;
  return `${count}: ${oldest} to ${newest}`;
}
