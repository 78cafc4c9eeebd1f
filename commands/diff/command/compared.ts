import type { Comparison } from "../finding.js";
import type { SourceVersion } from "../inputs/source-version.js";
import type { Version } from "../version.js";

/** A comparison, and what was compared. */
export interface Compared {
  readonly comparison: Comparison;
  /** The old version; in a comparison with releases, each of them, newest first. */
  readonly old: readonly Version[];
  readonly current: SourceVersion;
  /** The names of documents, by their files as places show them. */
  readonly names: ReadonlyMap<string, string>;
}
