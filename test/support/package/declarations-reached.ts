import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import ts from "typescript";

/**
 * The declarations of an installed package that its `exports` lead to, directly or through imports, as TypeScript
 * finds imports. One that isn't in the package is named too, and isn't followed.
 */
export async function declarationsReached(
  installed: string,
  packed: readonly string[],
): Promise<ReadonlySet<string>> {
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  const open = exportTargets(manifest.exports)
    .filter((target) => target.endsWith(".d.ts") || /^[^*]*\.js$/.test(target))
    .flatMap((target) => matchingFiles(posix.normalize(target), packed))
    .map((path) => path.replace(/\.js$/, ".d.ts"));
  const reached = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (!packed.includes(path)) continue;
    const { importedFiles, referencedFiles } = ts.preProcessFile(
      await readFile(join(installed, path), "utf8"),
      true,
      true,
    );
    const names = [...importedFiles, ...referencedFiles].map(({ fileName }) => fileName);
    for (const name of names.filter((each) => each.startsWith(".")))
      open.push(posix.join(posix.dirname(path), name).replace(/\.js$/, ".d.ts"));
  }
  return reached;
}

function matchingFiles(target: string, packed: readonly string[]): readonly string[] {
  const [start, end] = target.split("*");
  if (end === undefined) return [target];
  return packed.filter((path) => path.startsWith(start ?? "") && path.endsWith(end));
}

function exportTargets(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Object.values(value ?? {}).flatMap(exportTargets);
}
