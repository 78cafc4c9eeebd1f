import { createHash } from "node:crypto";
import { json } from "../../../reader/text/json.js";
import { codeSpan, markdownText, markdownProse as prose } from "../../../reader/text/markdown.js";
import type { VersionStep } from "../../diff/comparison.js";
import { sentence } from "../../diff/report/wording.js";
import {
  type Changelog,
  type ChangelogEntry,
  type ChangelogSection,
  changelogSections,
} from "./changelog.js";

/** The formats of `oipkit changelog`; the first is the default. */
export const changelogFormats = ["markdown", "json"] as const;
/** The name of a format. */
export type ChangelogFormat = (typeof changelogFormats)[number];

/** How a changelog is printed. */
interface ChangelogOptions {
  /** The version that it describes. */
  readonly release: string | undefined;
  /** Version of oipkit. */
  readonly version: string;
}

/** A changelog as text. */
export function formatChangelog(
  changelog: Changelog,
  format: ChangelogFormat,
  { release, version }: ChangelogOptions,
): string {
  switch (format) {
    case "markdown":
      return markdownChangelog(changelog, release);
    case "json":
      return `${json({ tool: { name: "oipkit", version }, release: release ?? null, ...changelog }, 2)}\n`;
  }
}

const titles: Readonly<Record<ChangelogSection, string>> = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
  fixed: "Fixed",
};

/** A section of a changelog in Markdown; `release`: its heading, else "Unreleased". */
function markdownChangelog({ entries }: Changelog, release: string | undefined): string {
  const lines = [`## ${markdownText(release ?? "Unreleased")}`, ""];
  if (entries.length === 0) return [...lines, "Nothing changed.", ""].join("\n");
  if (entries.some(({ breaking }) => breaking)) lines.push(formatLegend(entries), "");
  for (const breaks of ["wire", "source"] as const)
    for (const section of changelogSections) {
      const found = entries.filter((entry) => entry.breaks === breaks && entry.section === section);
      if (found.length === 0) continue;
      lines.push(`### ${titles[section]}${breaks === "source" ? " in the generated SDK" : ""}`, "");
      for (const [subject, group] of bySubject(found)) lines.push(...groupLines(subject, group));
      lines.push("");
    }
  return lines.join("\n");
}

function formatLegend(entries: readonly ChangelogEntry[]): string {
  const has = (breaks: "wire" | "source") =>
    entries.some((entry) => entry.breaking && entry.breaks === breaks);
  const programs = "programs that were written for the previous version can fail";
  const code = "code that uses the SDK no longer compiles";
  if (!has("source")) return `**Breaking** means that ${programs}.`;
  if (!has("wire")) return `**Breaking** means that ${code}.`;
  return `**Breaking** means that ${programs}; in the sections about the generated SDK, that ${code}.`;
}

function bySubject(entries: readonly ChangelogEntry[]): Map<string, ChangelogEntry[]> {
  const groups = new Map<string, ChangelogEntry[]>();
  for (const entry of entries) groups.set(entry.subject, [...(groups.get(entry.subject) ?? []), entry]);
  return groups;
}

function groupLines(subject: string, entries: readonly ChangelogEntry[]): readonly string[] {
  const title = subject === "" ? "General" : prose(subject);
  const [only, ...others] = entries.map(entryText);
  if (others.length === 0) return [`- **${title}**: ${only}`];
  return [`- **${title}**`, ...[only, ...others].map((text) => `  - ${text}`)];
}

/** Longer examples aren't shown. */
const longestExample = 200;
/** Further places that are listed. */
const mostPlaces = 10;

function entryLabel({ breaking, doubtful }: ChangelogEntry): string {
  if (breaking) return "**Breaking:** ";
  if (doubtful) return "**Check:** ";
  return "";
}

/** An entry as Markdown on one line, without its subject. */
function entryText(entry: ChangelogEntry): string {
  const { part, text, also, example } = entry;
  const whole = sentence(part === undefined ? text : `${part}: ${text}`);
  const shown = example === undefined ? "" : json(example.document);
  const more = also.length > mostPlaces ? ` and ${also.length - mostPlaces} more places` : "";
  const parts = [`${entryLabel(entry)}${prose(whole)}`];
  if (shown !== "" && shown.length <= longestExample) parts.push(`Example: ${codeSpan(shown)}.`);
  if (also.length !== 0)
    parts.push(`This also applies to ${prose(also.slice(0, mostPlaces).join("; "))}${more}.`);
  return parts.join(" ");
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
  const list = entries.map((entry) => {
    const subject = entry.subject === "" ? "" : `**${prose(entry.subject)}**: `;
    return `- ${subject}${entryText(entry)}`;
  });
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
