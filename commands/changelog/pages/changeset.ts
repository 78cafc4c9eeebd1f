import { createHash } from "node:crypto";
import { json } from "../../../reader/text/json.js";
import { markdownProse as prose } from "../../../reader/text/markdown.js";
import type { VersionStep } from "../../diff/finding.js";
import type { Changelog } from "./changelog.js";
import { entryText } from "./entry-text.js";

/** A file for changesets (https://github.com/changesets/changesets). */
export interface Changeset {
  /** The name of the file without its ending: depends on the content alone. */
  readonly name: string;
  readonly text: string;
}

/** A changeset that raises a package by a step and has a changelog as its summary. */
export function changesetOf(
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
