import { type SetName, type Severity, setNames } from "./config.js";
import { asyncApiLevels, redoclyLevels } from "./engines/levels.js";
import type { LintPlugin, Rule } from "./rule.js";
import { builtInRules } from "./rules/registry.js";

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

/** The severities of a run. */
export interface Severities {
  /** All rules that there are. */
  readonly names: readonly string[];
  /** Whether any finding of a rule can be reported. */
  isOn(rule: string): boolean;
  /** The severity of a finding of a rule. A rule that isn't known is an error. */
  at(rule: string, path: string, pointer: string): Severity;
}

/** The severities of a set, changed by the settings. */
export function createSeverities({ set, rules, overrides, plugins }: LintSettings): Severities {
  const everywhere = new Map(severitiesIn(set));
  for (const plugin of plugins)
    for (const rule of plugin.rules) everywhere.set(`${plugin.name}/${rule.name}`, rule.severity);
  const names = [...everywhere.keys()];
  for (const [name, { severity }] of rules) if (severity !== undefined) everywhere.set(name, severity);
  return {
    names,
    isOn: (rule) =>
      (everywhere.get(rule) ?? "error") !== "off" ||
      overrides.some(({ rules: changed }) => (changed.get(rule) ?? "off") !== "off"),
    at(rule, path, pointer) {
      const fitting = overrides.findLast(
        ({ files, pointers, rules: changed }) =>
          changed.has(rule) &&
          (files === undefined || files.has(path)) &&
          (pointers === undefined || pointers.some((prefix) => isWithin(pointer, prefix))),
      );
      return fitting?.rules.get(rule) ?? everywhere.get(rule) ?? "error";
    },
  };
}

/** Whether a JSON Pointer is another one, or leads to something in it. */
function isWithin(pointer: string, around: string): boolean {
  return pointer === around || pointer.startsWith(`${around}/`);
}

/** Own rules about what is wrong in any contract; `minimal` has no others. */
const inMinimal: ReadonlySet<string> = new Set([
  "duplicate-entry",
  "insecure-url",
  "invalid-example",
  "secret-in-example",
  "secret-in-query",
  "slow-pattern",
  "unsafe-integer",
]);

/** Rules about comments and extensions that ignore findings. */
const ignoreRules = ["ignore-without-reason", "ignore-unused"] as const;

/** What can be read although it isn't valid as it is written. Other findings of the reader are errors. */
const readerWarnings = [
  "schema-invalid",
  "keyword-outdated",
  "keyword-without-effect",
  "mark-unread",
  "version-incomplete",
  "protocol-weak",
] as const;

const severities = { e: "error", w: "warning", o: "off" } as const;

/** The severity of each built-in rule in a set, by name. */
export function severitiesIn(set: SetName): ReadonlyMap<string, Severity> {
  const at = setNames.indexOf(set);
  const of = (levels: string): Severity => severities[levels.charAt(at) as "e" | "w" | "o"];
  return new Map<string, Severity>([
    ...builtInRules.map((rule) => [rule.name, ownSeverity(rule, set)] as const),
    ...[...ignoreRules, ...readerWarnings].map((name) => [name, "warning"] as const),
    ...Object.entries(redoclyLevels).map(([name, levels]) => [`redocly/${name}`, of(levels)] as const),
    ...Object.entries(asyncApiLevels).map(([name, levels]) => [`asyncapi/${name}`, of(levels)] as const),
  ]);
}

function ownSeverity({ name, severity }: Rule, set: SetName): Severity {
  if (set === "minimal") return inMinimal.has(name) ? severity : "off";
  if (set === "thorough" && severity === "off") return "warning";
  return severity;
}
