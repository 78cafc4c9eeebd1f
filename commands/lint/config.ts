import type { PluginReference } from "../../generator/plugins/plugin.js";

/** How a finding of a rule counts: an error fails the run, a warning doesn't, and `off` isn't reported. */
export type Severity = "error" | "warning" | "off";

/** A severity as a configuration may write it; `warn` is `warning`. */
type WrittenSeverity = Severity | "warn";

/** Reads a severity; `undefined` if it is none. */
export function readSeverity(written: unknown): Severity | undefined {
  if (written === "warn") return "warning";
  if (written === "error" || written === "warning" || written === "off") return written;
  return undefined;
}

/** The severities of a rule in `minimal`, `recommended` and `thorough`: e(rror), w(arning), o(ff). */
export type Levels = `${"e" | "w" | "o"}${"e" | "w" | "o"}${"e" | "w" | "o"}`;

/** The sets of severities to start from. */
export const setNames = ["minimal", "recommended", "thorough"] as const;

/** A set of severities. */
export type SetName = (typeof setNames)[number];

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
interface RuleOptions {
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
