import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../package-root.js";
import { InputError, inputRemedy } from "./input.js";
import { readRegularFile } from "./regular-file.js";
import { type Roots, resolveRoots } from "./roots.js";

/** The built-in templates; a file of the same name in the user's folder replaces one. */
export async function readTemplates(folder: string | undefined): Promise<ReadonlyMap<string, string>> {
  const own = await readFolder(join(packageRoot, "templates"));
  if (folder === undefined) return own;
  const theirs = await readFolder(folder, resolveRoots([folder], folder)).catch((cause: unknown) => {
    if (cause instanceof InputError) throw cause;
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

/** A template becomes part of the output, so none may be linked from outside of `roots`. */
async function readFolder(folder: string, roots?: Roots): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".hbs")).sort();
  return new Map(
    names.map((name) => {
      const path = join(folder, name);
      if (roots?.locate(path).kind === "outside")
        throw new InputError(path, "a link leads out of the folder of templates; replace it by a file");
      const found = readRegularFile(path);
      if (found.kind !== "bytes")
        throw new InputError(path, `${found.problem}; ${inputRemedy(found.kind)}`, found.cause);
      return [name.slice(0, -4), found.bytes.toString("utf8")] as const;
    }),
  );
}
