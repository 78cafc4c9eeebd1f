import type { Comparison } from "../../evolution/finding.js";
import type { SourceVersion } from "../../evolution/inputs/source-version.js";

/** A comparison before accepted changes, and what these are held against. */
export interface Compared {
  readonly comparison: Comparison;
  readonly current: SourceVersion;
  /** The names of documents, by their files as places show them. */
  readonly names: ReadonlyMap<string, string>;
}
