import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the installed package, which contains `templates/` and `reader/vocabulary/`, compiled or not. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "templates"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("can't find oipkit's own package.json");
  return findRoot(parent);
}
