import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PluginLoadError, thrownText } from "./errors.js";
import { importModule, type ModuleFile, moduleFiles } from "./import-module.js";
import type { ConfiguredPlugin, LoadedPlugin } from "./plugin.js";

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
  let made = exported;
  let duty = "must export a plugin as default";
  if (typeof exported === "function") {
    made = await attempt(from, "its default export threw", () => exported(options ?? {}));
    duty = "its default export must return a plugin";
  }
  const problem = pluginProblem(made);
  if (problem !== undefined) throw new PluginLoadError(from, `${duty}, but ${problem}`);
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
function pluginProblem(value: unknown): string | undefined {
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

/** A plugin that was found, but not loaded yet. */
export interface LocatedPlugin {
  readonly reference: ConfiguredPlugin;
  /** Absolute path of its module. */
  readonly entry: string;
  /** The module, and the files that it is made of. */
  readonly files: readonly ModuleFile[];
  /** Changes with the plugin's code, its package's version, its name and its options. */
  readonly fingerprint: string;
}

/** Finds a plugin. Throws `PluginLoadError`. */
export async function locatePlugin(reference: ConfiguredPlugin): Promise<LocatedPlugin> {
  const { from, folder, name, options } = reference;
  const entry = isPath(from) ? resolve(folder, from) : await packageEntry(from, folder);
  const files = await moduleFiles(entry).catch((cause: NodeJS.ErrnoException) => {
    throw new PluginLoadError(from, `${entry} can't be read (${cause.code ?? cause.message})`, { cause });
  });
  const hash = createHash("sha256").update(JSON.stringify([from, name, options]));
  for (const { path, text } of files) hash.update(`\n${relative(dirname(entry), path)}\n${text}`);
  if (!isPath(from)) hash.update((await packageManifest(entry)) ?? "");
  return { reference, entry, files, fingerprint: hash.digest("hex") };
}

/** Whether a reference names a file; else it names a package. */
export function isPath(from: string): boolean {
  return /^\.{1,2}\//.test(from) || isAbsolute(from);
}

async function packageEntry(name: string, folder: string): Promise<string> {
  const { createJiti } = await import("jiti");
  const base = pathToFileURL(join(folder, "oipkit.config.js")).href;
  try {
    return fileURLToPath(createJiti(base, { fsCache: false }).esmResolve(name, base));
  } catch (cause) {
    throw new PluginLoadError(
      name,
      `can't find this package from ${folder}; install it, or start the path of a file with ./ (${thrownText(cause).split("\n")[0]})`,
      { cause },
    );
  }
}

/** The `package.json` of the package that a file belongs to. */
async function packageManifest(file: string): Promise<string | undefined> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined || dirname(folder) === folder) return text;
  }
}
