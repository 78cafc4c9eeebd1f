import { markdownText, markdownProse as prose } from "../../../reader/text/markdown.js";
import {
  type Changelog,
  type ChangelogEntry,
  type ChangelogSection,
  changelogSections,
} from "./changelog.js";
import { entryText } from "./entry-text.js";

const titles: Readonly<Record<ChangelogSection, string>> = {
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  removed: "Removed",
  fixed: "Fixed",
};

/** A section of a changelog in Markdown; `release`: its heading, else "Unreleased". */
export function markdownChangelog({ entries }: Changelog, release: string | undefined): string {
  const lines = [`## ${markdownText(release ?? "Unreleased")}`, ""];
  if (entries.length === 0) return [...lines, "Nothing changed.", ""].join("\n");
  if (entries.some(({ breaking }) => breaking)) lines.push(legendOf(entries), "");
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

function legendOf(entries: readonly ChangelogEntry[]): string {
  const has = (breaks: "wire" | "source") =>
    entries.some((entry) => entry.breaking && entry.breaks === breaks);
  const programs = "programs that were written for the previous version can fail";
  const code = "code that uses the SDK no longer compiles";
  const both = `${programs}; in the sections about the generated SDK, that ${code}`;
  return `**Breaking** means that ${!has("source") ? programs : has("wire") ? both : code}.`;
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
