import { resolve } from "node:path";
import type { ConfiguredPlugin } from "../../generator/plugins/reference.js";

/** The files of plugins, even of those that can't be loaded. Absolute paths. */
export async function pluginFiles(plugins: readonly ConfiguredPlugin[]): Promise<readonly string[]> {
  if (plugins.length === 0) return [];
  const { isPath, locatePlugin } = await import("../../generator/plugins/locate.js");
  const found = plugins.map(async (plugin) => {
    // A missing file may still be created.
    const entry = isPath(plugin.from) ? [resolve(plugin.folder, plugin.from)] : [];
    const located = await locatePlugin(plugin).catch(() => undefined);
    return [...entry, ...(located?.files.map(({ path }) => path) ?? [])];
  });
  return (await Promise.all(found)).flat();
}
