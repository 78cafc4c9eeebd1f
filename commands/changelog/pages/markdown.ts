import { createHash } from "node:crypto";
import { json } from "../../../reader/text/json.js";
import { codeSpan, markdownText, markdownProse as prose } from "../../../reader/text/markdown.js";
import type { VersionStep } from "../../diff/comparison.js";
import type { Changelog, ChangelogEntry } from "./entry.js";
import { entryGroups, entryParts } from "./groups.js";

/** A section of a changelog in Markdown; `release`: its heading, else "Unreleased". */
export function markdownChangelog({ entries }: Changelog, release: string | undefined): string {
  const lines = [`## ${markdownText(release ?? "Unreleased")}`, ""];
  if (entries.length === 0) return [...lines, "Nothing changed.", ""].join("\n");
  for (const { title, meaning, subjects } of entryGroups(entries)) {
    lines.push(`### ${title}`, "");
    if (meaning !== undefined) lines.push(meaning, "");
    for (const [subject, group] of subjects) lines.push(...groupLines(subject, group));
    lines.push("");
  }
  return lines.join("\n");
}

function groupLines(subject: string, entries: readonly ChangelogEntry[]): readonly string[] {
  const title = prose(subject);
  const [only, ...others] = entries.map(entryLine);
  if (others.length === 0) return [`- **${title}**: ${only}`];
  return [`- **${title}**`, ...[only, ...others].map((text) => `  - ${text}`)];
}

/** An entry on one line, without its subject. */
function entryLine(entry: ChangelogEntry): string {
  const { label, statement, advice, example, places, why } = entryParts(entry);
  return [
    ...(label === undefined ? [] : [`**${label}:**`]),
    prose(statement),
    ...(advice === undefined ? [] : [prose(advice)]),
    ...(example === undefined ? [] : [`Example: ${codeSpan(example)}.`]),
    ...(why === undefined ? [] : [`“${prose(why)}”`]),
    ...(places === undefined ? [] : [prose(places)]),
  ].join(" ");
}

/** A file for changesets (https://github.com/changesets/changesets). */
interface Changeset {
  /** The name of the file without its ending: depends on the content alone. */
  readonly name: string;
  readonly text: string;
}

/** A changeset that raises a package by a step and has a changelog as its summary. */
export function createChangeset(
  { entries }: Changelog,
  { packageName, step }: { readonly packageName: string; readonly step: Exclude<VersionStep, "none"> },
): Changeset {
  const isBreaking = entries.some(({ breaking }) => breaking);
  const list = entryGroups(entries).flatMap(({ subjects }) =>
    [...subjects].flatMap(([subject, each]) =>
      each.map((entry) => {
        const label = entry.breaking ? "**Breaking:** " : "";
        return `- **${prose(subject)}**: ${label}${entryLine(entry)}`;
      }),
    ),
  );
  const text = [
    "---",
    `${json(packageName)}: ${step}`,
    "---",
    "",
    isBreaking ? "The contract changed in ways that break users." : "The contract changed.",
    "",
    ...list,
    "",
  ].join("\n");
  return { name: `contract-${createHash("sha256").update(text).digest("hex").slice(0, 10)}`, text };
}
