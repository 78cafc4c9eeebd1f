import { json } from "../../reader/text/json.js";
import { type GeneratedFile, isOutputPath } from "../emit/file.js";

/** The file that marks a folder as oipkit's and lists what oipkit wrote there. */
export const manifestName = "manifest.json";

/** The manifest of generated files. */
export function manifestFile(files: readonly GeneratedFile[]): GeneratedFile {
  const text = json({ generator: "oipkit", files: files.map(({ path }) => path) }, 2);
  return { path: manifestName, text: `${text}\n` };
}

/**
 * The paths that an earlier run wrote; `undefined` if the text isn't a manifest. A manifest can't make oipkit change
 * anything outside its folder.
 */
export function pathsInManifest(text: string): readonly string[] | undefined {
  try {
    const { generator, files } = JSON.parse(text) as { generator?: unknown; files?: unknown };
    if (generator !== "oipkit" || !Array.isArray(files)) return undefined;
    return files.filter((path): path is string => typeof path === "string" && isOutputPath(path));
  } catch {
    return undefined;
  }
}
