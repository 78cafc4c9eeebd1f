import { relative } from "node:path";
import { ContractError } from "../../reader/documents/diagnostic.js";
import { slashes } from "../../reader/documents/input.js";
import { createChangelog } from "../changelog/pages/changelog.js";
import type { Changelog } from "../changelog/pages/entry.js";
import { compareVersions } from "../diff/compare-versions.js";
import { bothSides } from "../diff/comparison.js";
import { git, openRepository, resolveCommit } from "../diff/inputs/git/repository.js";
import { gitSource } from "../diff/inputs/name-sources.js";
import { readSources } from "../diff/inputs/read-source.js";
import { type ComparedSource, locateSchemaErrors, sharedParsing } from "../diff/inputs/source.js";
import { UsageError } from "../options/option.js";
import type { Terminal } from "../terminal/terminal.js";
import { lockFile } from "./lock.js";
import type { Project } from "./project.js";

/** What changes for those who use the generated code, on the wire and in their source. */
export async function compareContracts(
  sources: { readonly old: ComparedSource; readonly new: ComparedSource },
  { cwd, config }: Project,
  { now }: Terminal,
): Promise<Changelog> {
  const { allowRefsTo, maxFile } = config;
  const reading = { cwd, allowRefsTo, maxFile, parse: sharedParsing(), whole: true };
  const versions = await readSources(sources, reading);
  const { compareSource } = await import("../diff/source/compare-source.js");
  const more = await compareSource(versions, { time: longestSourceComparison, now });
  const options = {
    keep: new Set(["consumer"] as const),
    look: bothSides,
    mode: "full",
    time: 2000,
    now,
    more,
  } as const;
  const comparison = locateSchemaErrors([versions.old, versions.new], () =>
    compareVersions(versions, options),
  );
  return createChangelog(comparison, { old: [versions.old], new: versions.new });
}

/** Milliseconds. Guessed: twenty times what the largest public document takes. */
const longestSourceComparison = 600_000;

/** The contracts of the working folder. */
export function contractsOnDisk({ contracts, config }: Project, folder = contracts): ComparedSource {
  return { kind: "disk", label: contracts, contracts: [folder], overlays: config.overlays ?? [] };
}

/** The contracts when the lock was last committed. Throws `UsageError` if it never was. */
export async function contractsAtLock(project: Project, { cwd, env }: Terminal): Promise<ComparedSource> {
  const repository = await openRepository({ cwd, env });
  const id = (await git(["log", "-1", "--format=%H", "--", lockFile], repository)).trim();
  if (id === "")
    throw new UsageError(
      `${lockFile} isn't committed, so the contract before isn't known; commit both first`,
    );
  const commit = await resolveCommit(id, repository);
  const { contracts, config } = project;
  return gitSource(
    { contracts: [contracts], overlays: config.overlays ?? [] },
    { kind: "git", commit, repository },
  );
}

/** Errors in a contract that was only staged, with the places in its source. */
export function locatedInSource(
  error: unknown,
  { folder, cwd, source }: { readonly folder: string; readonly cwd: string; readonly source: string },
): unknown {
  if (!(error instanceof ContractError)) return error;
  const staged = `${slashes(relative(cwd, folder))}/`;
  return new ContractError(
    error.diagnostics.map((each) =>
      each.file.startsWith(staged) ? { ...each, file: `${source} ${each.file.slice(staged.length)}` } : each,
    ),
  );
}
