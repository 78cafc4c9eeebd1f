import { resolve } from "node:path";
import { readNamedFile } from "../../options/named-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import { acceptChanges } from "../accepted/accept-changes.js";
import type { AcceptedChange } from "../accepted/accepted-change.js";
import { readAccepted } from "../accepted/read-accepted.js";
import { compareVersions } from "../compare-versions.js";
import type { CompareOptions } from "../comparison.js";
import type { Change } from "../finding.js";
import { locateSchemaErrors } from "../inputs/locate-schema-errors.js";
import { nameSources } from "../inputs/name-sources.js";
import { namesOf } from "../inputs/names-of.js";
import { readSources } from "../inputs/read-sources.js";
import type { SourceVersion } from "../inputs/source-version.js";
import type { Versions } from "../version.js";
import type { Compared } from "./compared.js";
import { readingOf } from "./reading.js";
import type { InputSettings } from "./settings.js";

/** The outside world of a comparison. */
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
  const compare =
    settings.transitive === undefined
      ? comparisonOfTwo
      : (await import("./compare-with-releases.js")).comparisonWithReleases;
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
  const reading = readingOf(settings, terminal);
  const sources = await nameSources([settings.old, settings.new], reading);
  const versions = await readSources(sources, {
    ...reading.sourceOptions(),
    whole: settings.source,
    onOld: ({ label }) => {
      if (sources.reason !== undefined) terminal.err(`comparing with ${label} (${sources.reason})\n`);
    },
  });
  const { old, new: current } = versions;
  const names = new Map([...namesOf(old), ...namesOf(current)]);
  const more = settings.source ? await sourceChanges(versions, options) : undefined;
  const comparison = locateSchemaErrors([old, current], () =>
    compareVersions(versions, { ...options, more }),
  );
  return { comparison, old: [old], current, names };
}

/** The engine loads a compiler, so it is only loaded if it is asked for. */
async function sourceChanges(versions: Versions, { now }: CompareOptions): Promise<readonly Change[]> {
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
