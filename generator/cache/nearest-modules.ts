import { access } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** The nearest `node_modules` at or above a path; `undefined` if there is none. */
export async function nearestModules(start: string): Promise<string | undefined> {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    const isThere = await access(modules).then(
      () => true,
      () => false,
    );
    if (isThere) return modules;
    if (dirname(folder) === folder) return undefined;
  }
}
