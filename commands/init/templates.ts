import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Render, TemplateView } from "../../generator/render/template.js";
import { packageRoot } from "../../reader/package-root.js";
import type { ProjectFile } from "./write-project.js";

/** The templates of some folders, by path in the project, which ends in `.hbs` if there is something to fill in. */
export async function readTemplates(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const root = join(packageRoot, "templates/init", folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      found.set(path.slice(root.length + 1).replaceAll("\\", "/"), await readFile(path, "utf8"));
    }
  }
  return found;
}

/** Where the workflows and the `.gitignore` of a package go. */
export const workflows: Readonly<Record<string, readonly string[]>> = {
  gitignore: [".gitignore"],
  "ci.yml": [".github/workflows/ci.yml"],
  "release.yml": [".github/workflows/release.yml"],
  "contract.yml": [".github/workflows/contract.yml"],
};

/** How templates become files. */
interface Filling {
  /** Where templates go whose names differ from the files' names: npm leaves some names out of packages. */
  readonly renamed: Readonly<Record<string, readonly string[]>>;
  readonly render: Render;
  /** What the template of a file is filled in with. */
  readonly view: (path: string) => TemplateView;
}

/** The files that templates make. */
export function templateFiles(
  templates: ReadonlyMap<string, string>,
  { renamed, render, view }: Filling,
): ProjectFile[] {
  return [...templates].flatMap(([template, text]) => {
    const name = template.replace(/\.hbs$/, "");
    return (renamed[name] ?? [name]).map((path) => {
      if (name === template) return { path, text };
      return { path, text: render(template, view(path)) };
    });
  });
}
