import { PluginLoadError, thrownText } from "../../../generator/plugins/errors.js";
import { importModule } from "../../../generator/plugins/import-module.js";
import { locatePlugin } from "../../../generator/plugins/locate.js";
import type { ConfiguredPlugin } from "../../../generator/plugins/reference.js";
import { severityOf } from "../severity.js";
import type { LintPlugin } from "./plugin.js";

/** Loads rules of users, each with the files that it is made of. Throws `PluginLoadError`. */
export async function loadLintPlugins(references: readonly ConfiguredPlugin[]): Promise<LintPlugin[]> {
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
  const problem = problemOf(made, name);
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
function problemOf(value: unknown, given: string | undefined): string | undefined {
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
  return twice === undefined ? undefined : `two rules are called \`${twice}\``;
}

function ruleProblem(value: unknown): string | undefined {
  if (value === null || typeof value !== "object") return "there is no object";
  const rule = value as Record<string, unknown>;
  if (typeof rule.name !== "string" || !form.test(rule.name))
    return "`name` isn't of lower-case letters, digits and hyphens";
  const missing = texts.find((text) => typeof rule[text] !== "string");
  if (missing !== undefined) return `\`${missing}\` isn't a string`;
  if (severityOf(rule.severity) === undefined || rule.severity === "warn")
    return "`severity` isn't error, warning or off";
  return typeof rule.check === "function" ? undefined : "`check` isn't a function";
}
