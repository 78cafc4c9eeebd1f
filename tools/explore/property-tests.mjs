import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/**
 * The test files that use fast-check, themselves or through a module of `test/` that they import: paths from the root, in order.
 * @param {string} root
 * @returns {string[]}
 */
export function propertyTests(root) {
  const folder = join(root, "test");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
  const imports = new Map(sources.map((path) => [path, importsOf(path)]));
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @param {string} path @returns {boolean} */
  const usesFastCheck = (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    // A cycle adds nothing.
    known.set(path, false);
    const uses = (imports.get(path) ?? []).some((each) => each === "fast-check" || usesFastCheck(each));
    known.set(path, uses);
    return uses;
  };
  const tests = sources.filter((path) => path.endsWith(".test.ts") && usesFastCheck(path));
  return tests.map((path) => relative(root, path)).sort();
}

/** The modules that a file imports: paths of sources, and names of packages. @param {string} path */
function importsOf(path) {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, specifier = ""]) => {
    if (!specifier.startsWith(".")) return specifier;
    return resolve(dirname(path), specifier).replace(/\.js$/, ".ts");
  });
}
