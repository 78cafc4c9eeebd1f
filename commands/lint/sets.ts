import { asyncApiLevels } from "./engines/asyncapi-levels.js";
import { redoclyLevels } from "./engines/redocly-levels.js";
import type { Rule } from "./rule.js";
import { builtInRules } from "./rules/registry.js";
import { type SetName, setNames } from "./set-names.js";
import type { Severity } from "./severity.js";

/** Own rules about what is wrong in any contract; `minimal` has no others. */
const inMinimal: ReadonlySet<string> = new Set([
  "duplicate-entry",
  "insecure-url",
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
  "version-incomplete",
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
  return set === "thorough" && severity === "off" ? "warning" : severity;
}
