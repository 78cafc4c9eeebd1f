import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { applyEdits, modify } from "jsonc-parser";
import { inc } from "semver";
import { slashes } from "../../reader/documents/input.js";
import type { Changelog } from "../changelog/pages/entry.js";
import { formatChangelog } from "../changelog/pages/format-changelog.js";
import { createChangeset } from "../changelog/pages/markdown.js";
import { changesetFolder, type Package } from "../changelog/versions/changesets.js";
import { stepFrom } from "../diff/version-step.js";
import { UsageError } from "../options/option.js";

/** A new version of the package, and the files that say so. */
export interface Release {
  readonly from: string;
  readonly to: string;
  readonly step: "patch" | "minor" | "major";
  /** Its section of the changelog, in Markdown. */
  readonly section: string;
  /** By path below the working folder. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * The version that a changelog needs, at least a patch: the generated code carries what a contract says, too. With changesets, that is
 * one more of them; otherwise the package's version is raised, and `CHANGELOG.md` beside it has a section. Throws `UsageError`.
 */
export function proposeRelease(changelog: Changelog, found: Package, cwd: string): Release {
  const from = found.version ?? "";
  const needed = stepFrom(from, changelog.version);
  const step = needed === "none" ? "patch" : needed;
  const to = inc(from, step);
  if (to === null) throw new UsageError(`package.json: ${from} isn't a version such as 1.2.3`);
  const section = sectionText(changelog, to);
  const texts = existsSync(join(cwd, changesetFolder))
    ? changesetTexts(changelog, found.name, step)
    : versionTexts({ found, to, section }, cwd);
  return { from, to, step, section, texts };
}

function sectionText(changelog: Changelog, version: string): string {
  if (changelog.entries.length > 0)
    return formatChangelog(changelog, "markdown", { release: version, version });
  return `## ${version}\n\nNothing changed for programs: the contract says the same in other words.\n`;
}

function changesetTexts(changelog: Changelog, packageName: string, step: Release["step"]): Release["texts"] {
  const { name, text } = createChangeset(changelog, { packageName, step });
  return new Map([[`${changesetFolder}/${name}.md`, text]]);
}

function versionTexts(
  { found, to, section }: { readonly found: Package; readonly to: string; readonly section: string },
  cwd: string,
): Release["texts"] {
  const folder = dirname(found.path);
  const below = (name: string): string => slashes(relative(cwd, join(folder, name)));
  const texts = new Map([[below("package.json"), withValue(found.text, ["version"], to)]]);
  const lock = existingText(join(folder, "package-lock.json"));
  if (lock !== undefined) {
    const raised = withValue(lock, ["version"], to);
    texts.set(below("package-lock.json"), withValue(raised, ["packages", "", "version"], to));
  }
  texts.set(below("CHANGELOG.md"), withSection(existingText(join(folder, "CHANGELOG.md")), section));
  return texts;
}

function existingText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** A JSON text with one value changed, and everything else as it is. */
function withValue(text: string, path: readonly string[], value: string): string {
  return applyEdits(text, modify(text, [...path], value, {}));
}

/** A changelog with a new section before all others. */
export function withSection(text: string | undefined, section: string): string {
  if (text === undefined) return `# Changelog\n\n${section}`;
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("## "));
  if (first < 0) return `${text.trimEnd()}\n\n${section}`;
  return [...lines.slice(0, first), ...section.split("\n"), ...lines.slice(first)].join("\n");
}
