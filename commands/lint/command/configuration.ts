import { isAbsolute, join, resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { globSync } from "tinyglobby";
import type { ConfiguredPlugin } from "../../../generator/plugins/reference.js";
import { type ConfiguredLint, isReference } from "../../config/config.js";
import { UsageError } from "../../options/usage.js";
import { loadLintPlugins } from "../plugins/load.js";
import type { Rule } from "../rule.js";
import { builtInRules } from "../rules/registry.js";
import { type SetName, setNames } from "../set-names.js";
import { severitiesIn } from "../sets.js";
import type { LintSettings, Override, RuleSetting } from "../settings.js";
import { type Severity, severityOf } from "../severity.js";

const options = ["set", "rules", "overrides", "plugins"];

/** The plugins that a configuration names. Throws `UsageError`. */
export function pluginsOf(configured: ConfiguredLint | undefined): readonly ConfiguredPlugin[] {
  const { plugins = [] } = configured?.config ?? {};
  if (configured === undefined) return [];
  const { at, folder } = configured;
  const references = Array.isArray(plugins)
    ? plugins.map((item: unknown) => (typeof item === "string" ? { from: item } : item))
    : [undefined];
  if (references.every(isReference)) return references.map((each) => ({ ...each, folder }));
  throw new UsageError(
    `${at}: \`lint.plugins\` must be a list of files and packages, each a string or a map with \`from\`, \`name\` and \`options\``,
  );
}

/** Reads the part `lint` of a configuration and loads its plugins. Throws `UsageError` and `PluginLoadError`. */
export async function readLintConfiguration(
  configured: ConfiguredLint | undefined,
  set: SetName | undefined,
): Promise<LintSettings> {
  if (configured === undefined)
    return { set: set ?? "recommended", rules: new Map(), overrides: [], plugins: [] };
  const { config, at } = configured;
  const unknown = Object.keys(config).find((key) => !options.includes(key));
  if (unknown !== undefined)
    throw new UsageError(
      `${at}: ${unknownName(
        "option",
        `lint.${unknown}`,
        options.map((key) => `lint.${key}`),
      )}`,
    );
  const plugins = await loadLintPlugins(pluginsOf(configured));
  const own = plugins.flatMap(({ name, rules }) =>
    rules.map((rule) => [`${name}/${rule.name}`, rule] as const),
  );
  const known: Known = {
    at,
    names: [...severitiesIn("recommended").keys(), ...own.map(([name]) => name)],
    rules: new Map([...builtInRules.map((rule) => [rule.name, rule] as const), ...own]),
  };
  const chosen = config.set ?? "recommended";
  const named = setNames.find((name) => name === chosen);
  if (named === undefined) throw new UsageError(`${at}: \`lint.set\` must be one of ${setNames.join(", ")}`);
  return {
    set: set ?? named,
    rules: new Map(entriesOf(config.rules, "lint.rules", known).map((entry) => ruleSetting(entry, known))),
    overrides: overridesOf(configured, known),
    plugins,
  };
}

interface Known {
  readonly at: string;
  readonly names: readonly string[];
  readonly rules: ReadonlyMap<string, Rule>;
}

/** Settings by the name of a rule that exists. */
function entriesOf(value: unknown, where: string, { at, names }: Known): [string, unknown][] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new UsageError(`${at}: \`${where}\` must be a map of rules`);
  const entries = Object.entries(value);
  // Redocly's configurable rules have names of their own choice.
  const unknown = entries.find(([name]) => !names.includes(name) && !name.startsWith("redocly/rule/"));
  if (unknown !== undefined)
    throw new UsageError(`${at}: \`${where}\`: ${unknownName("rule", unknown[0], names)}`);
  return entries;
}

function ruleSetting([name, value]: [string, unknown], { at, rules }: Known): [string, RuleSetting] {
  const where = `${at}: \`lint.rules\`: ${name}`;
  if (value === null || typeof value !== "object")
    return [name, { severity: severityIn(value, where), options: {} }];
  const { severity, ...given } = value as Record<string, unknown>;
  const allowed = Object.keys(rules.get(name)?.options ?? {});
  const unknown = name.startsWith("redocly/")
    ? undefined
    : Object.keys(given).find((key) => !allowed.includes(key));
  if (unknown !== undefined)
    throw new UsageError(`${where}: ${unknownName("option", unknown, ["severity", ...allowed])}`);
  return [
    name,
    { ...(severity === undefined ? {} : { severity: severityIn(severity, where) }), options: given },
  ];
}

function severityIn(value: unknown, where: string): Severity {
  const severity = severityOf(value);
  if (severity === undefined) throw new UsageError(`${where} must be error, warning or off`);
  return severity;
}

function overridesOf({ config, folder, at }: ConfiguredLint, known: Known): Override[] {
  const { overrides = [] } = config;
  if (!Array.isArray(overrides)) throw new UsageError(`${at}: \`lint.overrides\` must be a list`);
  return overrides.map((each: unknown, index) => {
    const where = `lint.overrides[${index}]`;
    const { files, pointers, rules, ...rest } = (each ?? {}) as Record<string, unknown>;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined)
      throw new UsageError(
        `${at}: \`${where}\`: ${unknownName("option", unknown, ["files", "pointers", "rules"])}`,
      );
    const prefixes = textsIn(pointers, `${at}: \`${where}.pointers\``);
    const wrong = prefixes?.find((pointer) => pointer !== "" && !pointer.startsWith("/"));
    if (wrong !== undefined)
      throw new UsageError(
        `${at}: \`${where}.pointers\` must be JSON Pointers, such as /components/schemas/Order`,
      );
    const paths = filesOf(textsIn(files, `${at}: \`${where}.files\``), folder);
    const entries = entriesOf(rules, `${where}.rules`, known);
    if (entries.length === 0) throw new UsageError(`${at}: \`${where}\` has no \`rules\``);
    return {
      ...(paths && { files: paths }),
      ...(prefixes && { pointers: prefixes }),
      rules: new Map(
        entries.map(([name, value]) => [name, severityIn(value, `${at}: \`${where}.rules\`: ${name}`)]),
      ),
    };
  });
}

function filesOf(patterns: readonly string[] | undefined, folder: string): ReadonlySet<string> | undefined {
  if (patterns === undefined) return undefined;
  const found = globSync(
    patterns.map((pattern) => (isAbsolute(pattern) ? pattern : join(pattern))),
    { cwd: folder, ignore: ["**/node_modules/**"], absolute: true, dot: true, expandDirectories: true },
  );
  return new Set(found.map((path) => resolve(path)));
}

function textsIn(value: unknown, where: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const list = typeof value === "string" ? [value] : value;
  if (Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === "string")) return list;
  throw new UsageError(`${where} must be a text or a list of texts`);
}
