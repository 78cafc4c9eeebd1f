import type { LintPlugin } from "./plugins/plugin.js";
import type { SetName } from "./set-names.js";
import type { Severity } from "./severity.js";

/** What a configuration says about one rule. */
export interface RuleSetting {
  /** Absent if only options are set. */
  readonly severity?: Severity;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Severities for some files or some parts of them. */
export interface Override {
  /** Absolute paths; absent: all documents. */
  readonly files?: ReadonlySet<string>;
  /** JSON Pointers of which one must lead to the finding or to something around it; absent: everywhere. */
  readonly pointers?: readonly string[];
  readonly rules: ReadonlyMap<string, Severity>;
}

/** How to lint. */
export interface LintSettings {
  readonly set: SetName;
  /** By name, such as `closed-response-enum` or `redocly/tag-description`. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** The last one that fits a finding counts. */
  readonly overrides: readonly Override[];
  readonly plugins: readonly LintPlugin[];
}

/** The recommended set and nothing else. */
export const recommendedSettings: LintSettings = {
  set: "recommended",
  rules: new Map(),
  overrides: [],
  plugins: [],
};
