import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isBelow } from "../../../reader/documents/roots.js";
import { parseYaml } from "../../../reader/documents/yaml.js";
import type { VersionStep } from "../../diff/comparison.js";
import { highest, versionSteps } from "../../diff/version-step.js";
import { readNamedFile } from "../../options/named-file.js";

/** The folder of changesets (https://github.com/changesets/changesets) in the working folder. */
export const changesetFolder = ".changeset";

/**
 * The highest step by which the changesets of the working folder raise a package; `none` if there are none. Throws
 * `UsageError` if one can't be read.
 */
export function pendingStep(packageName: string, cwd: string): VersionStep {
  return highest(
    changesetsIn(cwd).map((name) => {
      const shown = `${changesetFolder}/${name}`;
      const text = readNamedFile({ path: join(cwd, shown), shown, what: "the changeset" });
      return stepIn(text, packageName);
    }),
  );
}

function changesetsIn(cwd: string): readonly string[] {
  try {
    const names = readdirSync(join(cwd, changesetFolder));
    return names.filter((name) => name.endsWith(".md") && name !== "README.md" && !name.startsWith("."));
  } catch {
    return [];
  }
}

/** The step that a changeset's front matter gives to a package. */
export function stepIn(text: string, packageName: string): VersionStep {
  const [start = "", ...lines] = text.trimStart().split("\n");
  const end = lines.findIndex((line) => line.trimStart().startsWith("---"));
  if (start.trimEnd() !== "---" || end < 0) return "none";
  const { value, problems } = parseYaml(lines.slice(0, end).join("\n").trimEnd());
  if (problems.length > 0 || value === null || typeof value !== "object") return "none";
  const given = Object.hasOwn(value, packageName)
    ? (value as Record<string, unknown>)[packageName]
    : undefined;
  return versionSteps.find((step) => step === given) ?? "none";
}

/** A package of npm. */
export interface Package {
  readonly name: string;
  /** Absent if it has none. */
  readonly version: string | undefined;
  /** Absolute path of its `package.json`. */
  readonly path: string;
  /** The text of its `package.json`. */
  readonly text: string;
}

/**
 * The package that a generated folder belongs to: the nearest `package.json` with a name, in the folder or above it, up
 * to the working folder. `undefined` if there is none. Throws `UsageError` if the file can't be read.
 */
export function findGeneratedPackage(out: string, cwd: string): Package | undefined {
  const folder = resolve(cwd, out);
  const last = isBelow(cwd, folder) ? cwd : folder;
  for (let at = folder; isBelow(last, at); at = dirname(at)) {
    const path = join(at, "package.json");
    const found = existsSync(path) ? readPackage(path, cwd) : undefined;
    if (found !== undefined) return found;
    if (at === dirname(at)) break;
  }
  return undefined;
}

/** A package from the text of its `package.json`; `undefined` if it isn't one, or has no name. */
export function parsePackage(text: string): Pick<Package, "name" | "version"> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { name, version } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || name === "") return undefined;
  return { name, version: typeof version === "string" ? version : undefined };
}

function readPackage(path: string, cwd: string): Package | undefined {
  const shown = relative(cwd, path);
  const text = readNamedFile({ path, shown, what: "the package" });
  const found = parsePackage(text);
  return found && { ...found, path, text };
}
