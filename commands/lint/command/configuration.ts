import { isAbsolute, join, resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { globSync } from "tinyglobby";
import { PluginLoadError, thrownText } from "../../../generator/plugins/errors.js";
import { importModule } from "../../../generator/plugins/import-module.js";
import { locatePlugin } from "../../../generator/plugins/load.js";
import type { ConfiguredPlugin } from "../../../generator/plugins/plugin.js";
import { type ConfiguredLint, isReference } from "../../config/config.js";
import { UsageError } from "../../options/option.js";
import { readSeverity, type SetName, type Severity, setNames } from "../config.js";
import { removedRules } from "../engines/levels.js";
import type { LintPlugin, Rule } from "../rule.js";
import { builtInRules } from "../rules/registry.js";
import { type LintSettings, type Override, type RuleSetting, severitiesIn } from "../settings.js";

const options = ["set", "rules", "overrides", "plugins"];

/** The plugins that a configuration names. Throws `UsageError`. */
export function configuredPlugins(configured: ConfiguredLint | undefined): readonly ConfiguredPlugin[] {
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
  const plugins = await loadLintPlugins(configuredPlugins(configured));
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
    rules: new Map(ruleEntries(config.rules, "lint.rules", known).map((entry) => ruleSetting(entry, known))),
    overrides: readOverrides(configured, known),
    plugins,
  };
}

interface Known {
  readonly at: string;
  readonly names: readonly string[];
  readonly rules: ReadonlyMap<string, Rule>;
}

/** Settings by the name of a rule that exists. */
function ruleEntries(value: unknown, where: string, { at, names }: Known): [string, unknown][] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new UsageError(`${at}: \`${where}\` must be a map of rules`);
  const entries = Object.entries(value);
  const removed = entries.find(([name]) => Object.hasOwn(removedRules, name));
  if (removed !== undefined) {
    const [name] = removed;
    throw new UsageError(`${at}: \`${where}\`: there is no rule \`${name}\` any more; ${removedRules[name]}`);
  }
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
  return [name, { ...(severity !== undefined && { severity: severityIn(severity, where) }), options: given }];
}

function severityIn(value: unknown, where: string): Severity {
  const severity = readSeverity(value);
  if (severity === undefined) throw new UsageError(`${where} must be error, warning or off`);
  return severity;
}

function readOverrides({ config, folder, at }: ConfiguredLint, known: Known): Override[] {
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
    const paths = expandPatterns(textsIn(files, `${at}: \`${where}.files\``), folder);
    const entries = ruleEntries(rules, `${where}.rules`, known);
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

function expandPatterns(
  patterns: readonly string[] | undefined,
  folder: string,
): ReadonlySet<string> | undefined {
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

/** Loads rules of users, each with the files that it is made of. Throws `PluginLoadError`. */
async function loadLintPlugins(references: readonly ConfiguredPlugin[]): Promise<LintPlugin[]> {
  const loaded: LintPlugin[] = [];
  for (const reference of references) {
    const plugin = await loadLintPlugin(reference);
    if (loaded.some(({ name }) => name === plugin.name))
      throw new PluginLoadError(
        reference.from,
        `another plugin is called \`${plugin.name}\`; give one of them another name with \`name\` beside \`from\``,
      );
    loaded.push(plugin);
  }
  return loaded;
}

async function loadLintPlugin(reference: ConfiguredPlugin): Promise<LintPlugin> {
  const { from, name, options } = reference;
  const { entry, files } = await locatePlugin(reference);
  const module = await attempt(from, "can't be loaded", () => importModule(entry, files));
  const exported = (module as { default?: unknown }).default;
  if (typeof exported !== "function" && options !== undefined)
    throw new PluginLoadError(from, "takes no options: its default export isn't a function");
  const made =
    typeof exported === "function"
      ? await attempt(from, "its default export threw", () => exported(options ?? {}))
      : exported;
  const problem = pluginProblem(made, name);
  if (problem !== undefined)
    throw new PluginLoadError(from, `must export rules as default (\`defineLintPlugin\`), but ${problem}`);
  const plugin = made as LintPlugin;
  return { name: name ?? plugin.name, rules: plugin.rules };
}

async function attempt(from: string, problem: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (cause) {
    throw new PluginLoadError(from, `${problem} (${thrownText(cause)})`, { cause });
  }
}

const form = /^[a-z][a-z0-9-]*$/;
const reserved = ["redocly", "asyncapi"];
const texts = ["finds", "why", "remedy"];

/** Why a value isn't a plugin; `undefined` if it is one. */
function pluginProblem(value: unknown, given: string | undefined): string | undefined {
  if (value === undefined) return "there is none";
  if (value === null || typeof value !== "object") return "it isn't an object";
  const { name, rules } = value as Record<string, unknown>;
  const used = given ?? name;
  if (typeof used !== "string" || !form.test(used))
    return "its `name` isn't of lower-case letters, digits and hyphens";
  if (reserved.includes(used)) return `\`${used}\` is the name of built-in rules`;
  if (!Array.isArray(rules)) return "its `rules` isn't a list";
  for (const [index, rule] of rules.entries()) {
    const problem = ruleProblem(rule);
    if (problem !== undefined) return `in \`rules[${index}]\`, ${problem}`;
  }
  const names = rules.map((rule: { name: string }) => rule.name);
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice === undefined) return undefined;
  return `two rules are called \`${twice}\``;
}

function ruleProblem(value: unknown): string | undefined {
  if (value === null || typeof value !== "object") return "there is no object";
  const rule = value as Record<string, unknown>;
  if (typeof rule.name !== "string" || !form.test(rule.name))
    return "`name` isn't of lower-case letters, digits and hyphens";
  const missing = texts.find((text) => typeof rule[text] !== "string");
  if (missing !== undefined) return `\`${missing}\` isn't a string`;
  if (readSeverity(rule.severity) === undefined || rule.severity === "warn")
    return "`severity` isn't error, warning or off";
  if (typeof rule.check === "function") return undefined;
  return "`check` isn't a function";
}
