import { posix } from "node:path";
import { Code } from "../../reader/text/code/code.js";
import { type GeneratedFile, isOutputPath } from "../emit/file.js";
import type { Output, OutputContext } from "../outputs/output.js";
import { outputNames, ownNames } from "../outputs/registry.js";
import { createRenderer } from "../render/template.js";
import { PluginFailedError, PluginNameError, thrownText } from "./errors.js";
import type { LoadedPlugin } from "./plugin.js";
import { renderer } from "./renderer.js";

/** Plugins as outputs. Throws `PluginNameError` if one has a name that is taken. */
export function pluginOutputs(plugins: readonly LoadedPlugin[]): readonly Output[] {
  const taken = new Set([...outputNames, ...ownNames]);
  return plugins.map((plugin) => {
    const label = pluginLabel(plugin);
    if (!/^[a-z][a-z0-9-]*$/.test(plugin.name))
      throw new PluginNameError(label, "its name must consist of lower-case letters, digits and hyphens");
    if (taken.has(plugin.name)) throw new PluginNameError(label, "another output already has this name");
    taken.add(plugin.name);
    return {
      name: plugin.name,
      needs: plugin.needs ?? [],
      paths: [`${plugin.name}/`],
      from: `what ${label} looks for`,
      emit: (context: OutputContext) => emitPlugin(plugin, context),
    };
  });
}

async function emitPlugin(plugin: LoadedPlugin, context: OutputContext): Promise<GeneratedFile[]> {
  const { model, contracts } = context;
  const label = pluginLabel(plugin);
  const namesake = [...model.apis, ...model.eventSets].find(({ name }) => name.toLowerCase() === plugin.name);
  if (namesake !== undefined)
    throw new PluginNameError(label, `its folder is already that of ${namesake.source.file}`);
  let made: unknown;
  try {
    made = await plugin.emit({
      ...renderer,
      model,
      contracts,
      importPath: (path, from = "index.ts") => importPath(path, `${plugin.name}/${from}`),
      render: createRenderer(new Map(Object.entries(plugin.templates ?? {}))),
    });
  } catch (cause) {
    throw new PluginFailedError(label, `emit threw ${thrownText(cause)}`, { cause });
  }
  return toFiles(label, made).map(({ path, text }) => ({ path: `${plugin.name}/${path}`, text }));
}

/** Throws `PluginFailedError` if the value isn't a list of files. */
function toFiles(label: string, made: unknown): GeneratedFile[] {
  if (!Array.isArray(made))
    throw new PluginFailedError(
      label,
      `emit must return a list of files, but returned ${describeValue(made)}`,
    );
  return made.map((file: unknown, index) => {
    const { path, text } = (file ?? {}) as { path?: unknown; text?: unknown };
    if (typeof path !== "string" || !(typeof text === "string" || text instanceof Code))
      throw new PluginFailedError(
        label,
        `emit must return files with a \`path\` and a \`text\`, but file ${index + 1} has a path of type ${describeValue(path)} and a text of type ${describeValue(text)}`,
      );
    if (!isOutputPath(path))
      throw new PluginFailedError(
        label,
        `the path ${JSON.stringify(path)} isn't a valid path; use a relative path with \`/\` between its parts, without \`..\`, \`:\`, \`\\\` or control characters`,
      );
    return { path, text: String(text) };
  });
}

function importPath(path: string, from: string): string {
  const relative = posix.relative(posix.dirname(from), path.replace(/\.ts$/, ".js"));
  if (relative.startsWith(".")) return relative;
  return `./${relative}`;
}

function pluginLabel({ name, from }: LoadedPlugin): string {
  if (from === undefined) return `plugin \`${name}\``;
  return `plugin \`${name}\` (${from})`;
}

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value;
}
