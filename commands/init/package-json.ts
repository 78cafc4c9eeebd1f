import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { packageRoot } from "../../reader/package-root.js";
import { json } from "../../reader/text/json.js";
import { UsageError } from "../options/option.js";

/** What a project adds to its `package.json`. */
export interface PackageAdditions extends Dependencies {
  readonly scripts: Readonly<Record<string, string>>;
}

/** The script that `npm init` writes. */
const placeholder = 'echo "Error: no test specified" && exit 1';

/** A new `package.json`. */
export function newPackageJson(name: string, additions: PackageAdditions): string {
  const manifest = { name, version: "0.0.0", private: true, type: "module", ...additions };
  return `${json(manifest, 2)}\n`;
}

/** A valid package name from the name of a folder; `otherwise` if that has none of its characters. */
export function packageName(folder: string, otherwise: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  if (name === "") return otherwise;
  return name.slice(0, 100);
}

/** An existing `package.json` with the additions, and the conflicts that prevent them. */
interface ExtendedPackage {
  readonly text: string;
  readonly conflicts: readonly string[];
}

/**
 * Adds what is missing to an existing `package.json` and leaves everything else as it is, its formatting included. An
 * existing version of a dependency stays; a script with the same name and another content, and a package that isn't an ES
 * module, are conflicts. Throws `UsageError` if the text is not a JSON object.
 */
export function extendPackageJson(text: string, additions: PackageAdditions): ExtendedPackage {
  const errors: ParseError[] = [];
  const found: unknown = parse(text, errors, { disallowComments: true });
  if (errors.length > 0 || typeof found !== "object" || found === null || Array.isArray(found))
    throw new UsageError("package.json: not a JSON object; fix it first");
  const manifest = found as Readonly<Record<string, unknown>>;
  const conflicts: string[] = [];
  let result = text;
  const set = (path: string[], value: string): void => {
    const formattingOptions = {
      insertSpaces: !/^\t/m.test(text),
      tabSize: detectIndentation(text),
      eol: "\n",
    };
    result = applyEdits(result, modify(result, path, value, { formattingOptions }));
  };
  if (manifest.type !== "module") {
    if (manifest.type !== undefined)
      conflicts.push('package.json: `type` isn\'t "module", which the receiver needs');
    set(["type"], "module");
  }
  const existing = (group: string): Readonly<Record<string, unknown>> => {
    const value = manifest[group];
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    return {};
  };
  for (const [name, script] of Object.entries(additions.scripts)) {
    const own = existing("scripts")[name];
    if (own === script) continue;
    if (own !== undefined && own !== placeholder)
      conflicts.push(`package.json: the script \`${name}\` exists and does something else`);
    set(["scripts", name], script);
  }
  const isDependency = (name: string): boolean =>
    ["dependencies", "devDependencies"].some((group) => Object.hasOwn(existing(group), name));
  for (const group of ["dependencies", "devDependencies"] as const)
    for (const [name, range] of Object.entries(additions[group]))
      if (!isDependency(name)) set([group, name], range);
  return { text: result, conflicts };
}

function detectIndentation(text: string): number {
  return /^( +)"/m.exec(text)?.[1]?.length ?? 2;
}

/** Dependencies of a project by name, with version ranges. */
export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Packages that oipkit itself doesn't depend on. */
const ownRanges: Readonly<Record<string, string>> = {
  "@types/react": "^19.2.0",
  next: "^16.4.6",
  react: "^19.3.1",
  "react-dom": "^19.3.1",
};

/** The ranges with which oipkit itself is tested, of packages by name; those of its own packages, and `more`. Sorted. */
export async function readRanges(
  names: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const manifest = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as Dependencies & {
    readonly version: string;
  };
  const ranges: Readonly<Record<string, string>> = {
    ...more,
    ...ownRanges,
    ...manifest.devDependencies,
    ...manifest.dependencies,
    oipkit: `^${manifest.version}`,
  };
  return Object.fromEntries([...names].sort().map((name) => [name, ranges[name] ?? "*"]));
}
