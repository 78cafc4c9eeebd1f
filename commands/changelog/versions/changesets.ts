import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "../../../reader/documents/yaml.js";
import type { VersionStep } from "../../diff/finding.js";
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
  const [, head = ""] = /^\s*---\r?\n([\s\S]*?)\n\s*---/.exec(text) ?? [];
  const { value, problems } = parseYaml(head.trimEnd());
  if (problems.length > 0 || value === null || typeof value !== "object") return "none";
  const given = Object.hasOwn(value, packageName)
    ? (value as Record<string, unknown>)[packageName]
    : undefined;
  return versionSteps.find((step) => step === given) ?? "none";
}
