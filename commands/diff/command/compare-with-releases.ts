import { relative, resolve } from "node:path";
import type { Terminal } from "../../terminal/terminal.js";
import type { CompareOptions } from "../comparison.js";
import { openRepository, resolveCommit } from "../inputs/git/repository.js";
import { nameNewSource } from "../inputs/name-sources.js";
import { namesOf } from "../inputs/names-of.js";
import { readSource } from "../inputs/read-source.js";
import { compareReleases } from "../released/compare-releases.js";
import { listReleases } from "../released/list-releases.js";
import type { Compared } from "./compared.js";
import { readingOf } from "./reading.js";
import type { InputSettings } from "./settings.js";

/** Compares NEW with the releases in its history, and says on standard error which. */
export async function comparisonWithReleases(
  settings: InputSettings,
  options: CompareOptions,
  terminal: Terminal,
): Promise<Compared> {
  const { prefix, most } = settings.transitive ?? { most: 1 };
  const reading = readingOf(settings, terminal);
  const source = await nameNewSource(settings.new, reading);
  const repository = await openRepository(terminal);
  const from = source.kind === "git" ? source.commit : await resolveCommit("HEAD", repository);
  const { releases, leftOut } = await listReleases({ prefix, most, from }, repository);
  const current = await readSource(source, reading.sourceOptions());
  const { contracts, overlays } = source;
  const inside = (path: string) =>
    source.kind === "git" ? `/${path}` : relative(terminal.cwd, resolve(terminal.cwd, path)) || ".";
  const paths = { contracts: contracts.map(inside), overlays: (overlays ?? []).map(inside) };
  const result = await compareReleases(
    { current, paths, releases, repository, reading: reading.sourceOptions() },
    options,
  );
  const { comparison, without } = result;
  terminal.err(`compared with ${counted(comparison.summary.releases ?? [])}\n`);
  if (without.length > 0) terminal.err(`without these contracts: ${counted(without)}\n`);
  if (leftOut.length > 0) terminal.err(`left out (--releases ${most}): ${counted(leftOut)}\n`);
  return {
    comparison,
    old: result.versions,
    current,
    names: new Map([...result.names, ...namesOf(current)]),
  };
}

/** Newest first. */
function counted(tags: readonly string[]): string {
  const [newest = "", oldest = newest] = [tags[0], tags.at(-1)];
  const range = newest === oldest ? newest : `${oldest} to ${newest}`;
  return `${tags.length} ${tags.length === 1 ? "release" : "releases"}${range === "" ? "" : `: ${range}`}`;
}
