import { PluginLoadError, thrownText } from "./errors.js";
import { importModule } from "./import-module.js";
import { type LocatedPlugin, locatePlugin } from "./locate.js";
import type { LoadedPlugin } from "./plugin.js";
import type { ConfiguredPlugin } from "./reference.js";

/** Finds and loads plugins, for `generate`. Throws `PluginLoadError`. */
export async function loadPlugins(references: readonly ConfiguredPlugin[]): Promise<LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = [];
  for (const reference of references) loaded.push(await loadPlugin(await locatePlugin(reference)));
  return loaded;
}

/** Loads a plugin that was found. Throws `PluginLoadError`. */
export async function loadPlugin({ reference, entry, files }: LocatedPlugin): Promise<LoadedPlugin> {
  const { from, name, options } = reference;
  const module = await attempt(from, "can't be loaded", () => importModule(entry, files));
  const exported = (module as { default?: unknown }).default;
  if (typeof exported !== "function" && options !== undefined)
    throw new PluginLoadError(from, "takes no options: its default export isn't a function");
  const made =
    typeof exported === "function"
      ? await attempt(from, "its default export threw", () => exported(options ?? {}))
      : exported;
  const problem = problemOf(made);
  if (problem !== undefined)
    throw new PluginLoadError(
      from,
      `${typeof exported === "function" ? "its default export must return a plugin" : "must export a plugin as default"}, but ${problem}`,
    );
  const plugin = made as LoadedPlugin;
  return {
    name: name ?? plugin.name,
    needs: plugin.needs,
    templates: plugin.templates,
    emit: (context) => plugin.emit(context),
    from,
  };
}

async function attempt(from: string, problem: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (cause) {
    throw new PluginLoadError(from, `${problem} (${thrownText(cause)})`, { cause });
  }
}

/** Why a value isn't a plugin; `undefined` if it is one. */
function problemOf(value: unknown): string | undefined {
  if (value === undefined) return "there is none";
  if (value === null || typeof value !== "object") return "it isn't an object";
  const { name, needs = [], templates = {}, emit } = value as Record<string, unknown>;
  if (typeof name !== "string") return "its `name` isn't a string";
  if (typeof emit !== "function") return "its `emit` isn't a function";
  if (!Array.isArray(needs) || !needs.every((need) => typeof need === "string"))
    return "its `needs` isn't a list of output names";
  if (
    templates === null ||
    typeof templates !== "object" ||
    !Object.values(templates).every((text) => typeof text === "string")
  )
    return "its `templates` isn't a record of strings";
  return undefined;
}
