import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../package-root.js";
import { InputError } from "./input.js";

/** The built-in templates; a file of the same name in the user's folder replaces one. */
export async function readTemplates(folder: string | undefined): Promise<ReadonlyMap<string, string>> {
  const own = await readFolder(join(packageRoot, "templates"));
  if (folder === undefined) return own;
  const theirs = await readFolder(folder).catch((cause: unknown) => {
    throw new InputError(folder, "there is no such folder of templates", cause);
  });
  for (const name of theirs.keys()) {
    if (own.has(name) || name.startsWith("_")) continue;
    throw new InputError(
      `${folder}/${name}.hbs`,
      `no built-in template has this name; known templates: ${[...own.keys()].sort().join(", ")}`,
    );
  }
  return new Map([...own, ...theirs]);
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".hbs")).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -4), await readFile(join(folder, name), "utf8")] as const),
    ),
  );
}
