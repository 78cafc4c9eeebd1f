import type { PluginReference } from "../../generator/plugins/reference.js";
import type { SetName } from "./set-names.js";
import type { WrittenSeverity } from "./severity.js";

/** The part `lint` of a configuration. Paths are relative to the file. */
export interface LintConfig {
  /** The severities to start from; `recommended` if absent. */
  readonly set?: SetName;
  /** Severities and options of rules by name, such as `closed-response-enum` or `redocly/tag-description`. */
  readonly rules?: Readonly<Record<string, WrittenSeverity | RuleOptions>>;
  /** Other severities for some files, or for some parts of them. The last one that fits a finding counts. */
  readonly overrides?: readonly LintOverride[];
  /** Your own rules: files and packages, each with its options, if any. */
  readonly plugins?: readonly (string | PluginReference)[];
}

/** A rule's options, and its severity if it isn't that of the set. */
export interface RuleOptions {
  readonly severity?: WrittenSeverity;
  readonly [option: string]: unknown;
}

/** Severities for some files or some parts of them. */
export interface LintOverride {
  /** Patterns such as `contracts/legacy/**`; all files if absent. */
  readonly files?: string | readonly string[];
  /** JSON Pointers: what they lead to, and all in it; everything if absent. */
  readonly pointers?: string | readonly string[];
  readonly rules: Readonly<Record<string, WrittenSeverity>>;
}
