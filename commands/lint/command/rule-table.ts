import { setNames } from "../config.js";
import { asyncApiLevels, redoclyLevels } from "../engines/levels.js";
import type { Rule } from "../rule.js";
import { builtInRules } from "../rules/registry.js";
import { severitiesIn } from "../settings.js";

/** The tables of `docs/reference/lint.md`, by the names of their markers. */
function ruleTables(): Readonly<Record<string, string>> {
  const named = (prefix: string, levels: object): string[] =>
    Object.keys(levels)
      .sort()
      .map((name) => `${prefix}/${name}`);
  return {
    own: table(
      ["rule", "what it finds, why that is a problem, and what to do", ...setNames],
      builtInRules.map((rule) => [described(rule), ...ruleSeverities(rule.name)]),
    ),
    redocly: table(["rule", ...setNames], ruleRows(named("redocly", redoclyLevels))),
    asyncapi: table(["rule", ...setNames], ruleRows(named("asyncapi", asyncApiLevels))),
  };
}

const marked = /(<!-- rules: (\w+) -->\n)[\s\S]*?(<!-- end of rules -->)/g;

/** A page with the tables filled in between their markers. Throws if a marker names an unknown table. */
export function fillRuleTables(page: string, tables = ruleTables()): string {
  return page.replace(marked, (...groups: readonly string[]) => {
    const [, start = "", name = "", end = ""] = groups;
    const filled = tables[name];
    if (filled === undefined) throw new Error(`unknown table of rules: ${name}`);
    return `${start}\n${filled}\n\n${end}`;
  });
}

function described({ name, finds, why, remedy, fixable, options }: Rule): string {
  const settings = Object.keys(options ?? {}).map((option) => `\`${option}\``);
  const notes: string[] = [];
  if (fixable) notes.push("`--fix`");
  if (settings.length > 0) notes.push(`Options: ${settings.join(", ")}`);
  const about = [finds, why, remedy, ...notes.map((note) => `${note}.`)].join(" ");
  return `\`${name}\` | ${about.replaceAll("|", "\\|")}`;
}

/** Rules that no set has come last. */
function ruleRows(names: readonly string[]): string[][] {
  const rows = names.map((name) => [`\`${name}\``, ...ruleSeverities(name)]);
  const isOff = (row: readonly string[]): boolean => row.slice(1).every((cell) => cell === "");
  return [...rows.filter((row) => !isOff(row)), ...rows.filter(isOff)];
}

function ruleSeverities(rule: string): string[] {
  return setNames
    .map((set) => severitiesIn(set).get(rule) ?? "off")
    .map((each) => (each === "off" ? "" : each));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
