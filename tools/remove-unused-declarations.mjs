import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const declaration = ".d.ts";

/** Removes the declarations in `dist/` of a package that no entry point in its `exports` leads to, since nobody can import them. */
export function removeUnusedDeclarations(folder) {
  const dist = join(folder, "dist");
  const all = readdirSync(dist, { recursive: true })
    .filter((name) => name.endsWith(declaration))
    .map((name) => resolve(dist, name));
  const used = new Set();
  const open = entryPoints(folder, all);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (used.has(path) || !existsSync(path)) continue;
    used.add(path);
    for (const [, target] of readFileSync(path, "utf8").matchAll(
      /\b(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g,
    ))
      open.push(resolve(dirname(path), `${target}${declaration}`));
  }
  for (const path of all) if (!used.has(path)) rmSync(path);
}

function entryPoints(folder, all) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const types = targetsOf(exports).filter((target) => target.endsWith(declaration));
  return types.flatMap((target) => {
    const [start, end] = resolve(folder, target).split("*");
    if (end === undefined) return [start];
    return all.filter((path) => path.startsWith(start) && path.endsWith(end));
  });
}

function targetsOf(value) {
  if (typeof value === "string") return [value];
  return Object.values(value ?? {}).flatMap(targetsOf);
}
