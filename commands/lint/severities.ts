import { severitiesIn } from "./sets.js";
import type { LintSettings } from "./settings.js";
import type { Severity } from "./severity.js";

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
export function severitiesOf({ set, rules, overrides, plugins }: LintSettings): Severities {
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
