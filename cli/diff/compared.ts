import type { Comparison } from "../../evolution/finding.js";
import type { SourceVersion } from "../../evolution/inputs/source-version.js";
import type { Version } from "../../evolution/version.js";
import type { Terminal } from "../terminal.js";

/** A comparison before accepted changes, and what these are held against. */
export interface Compared {
  readonly comparison: Comparison;
  readonly current: SourceVersion;
  /** The names of documents, by their files as places show them. */
  readonly names: ReadonlyMap<string, string>;
}

/** Says which documents of a version aren't compared. */
export function noteOthers({ contracts: { openapi, asyncapi } }: Version, terminal: Terminal): void {
  const others = [...openapi, ...asyncapi].map(({ file }) => file);
  if (others.length > 0)
    terminal.err(`not compared, because only JSON Schema documents are: ${others.join(", ")}\n`);
}
