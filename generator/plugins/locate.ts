import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PluginLoadError, thrownText } from "./errors.js";
import { type ModuleFile, moduleFiles } from "./module-files.js";
import type { ConfiguredPlugin } from "./reference.js";

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
