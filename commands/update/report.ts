import { json } from "../../reader/text/json.js";
import { codeSpan } from "../../reader/text/markdown.js";
import type { Changelog } from "../changelog/pages/entry.js";
import { counted } from "../diff/report/wording.js";
import type { Release } from "./release.js";

/** The formats of `oipkit update`; the first is the default. */
export const updateFormats = ["markdown", "json"] as const;
/** The name of a format. */
export type UpdateFormat = (typeof updateFormats)[number];

/** What an update did. */
export interface Update {
  readonly packageName: string;
  /** Absent if the contract is written in the same repository. */
  readonly source:
    | { readonly text: string; readonly from: string | undefined; readonly to: string }
    | undefined;
  /** Absent if there was nothing to compare with. */
  readonly changelog: Changelog | undefined;
  readonly release: Release | undefined;
}

/** The text of an update; `undefined` is one that changed nothing. `version`: that of oipkit. */
export function formatUpdate(update: Update | undefined, format: UpdateFormat, version: string): string {
  if (format === "markdown")
    return update === undefined ? "The contract is the same.\n" : pullRequestText(update);
  const { changelog, release, packageName, source } = update ?? {};
  const report = {
    tool: { name: "oipkit", version },
    changed: update !== undefined,
    title: update && updateTitle(update),
    package: packageName,
    version: release && { from: release.from, to: release.to, step: release.step },
    source,
    entries: changelog?.entries ?? [],
  };
  return `${json(report, 2)}\n`;
}

/** One line, for a commit and a pull request. */
export function updateTitle({ packageName, release, changelog }: Update): string {
  if (release === undefined) return `Take the contract of ${packageName}`;
  const breaking = changelog?.entries.some((each) => each.breaking) ? ", breaking" : "";
  return `Update the contract: ${packageName} ${release.to} (${release.step}${breaking})`;
}

/** The description of a pull request: what follows, and the changelog. */
function pullRequestText(update: Update): string {
  const { packageName, source, release, changelog } = update;
  const lines: string[] = [];
  if (source !== undefined) {
    const from = source.from === undefined ? "" : ` was at ${codeSpan(shortened(source.from))} and`;
    lines.push(
      `The contract comes from ${codeSpan(source.text)}, which${from} is now at ${codeSpan(shortened(source.to))}.`,
      "",
    );
  }
  if (release === undefined || changelog === undefined)
    return [...lines, "There was no contract before, so there is nothing to compare it with.", ""].join("\n");
  const { entries } = changelog;
  const count = (wanted: (entry: (typeof entries)[number]) => boolean) => entries.filter(wanted).length;
  const [breaking, doubtful] = [count((each) => each.breaking), count((each) => each.doubtful)];
  lines.push(
    `Proposed version of ${codeSpan(packageName)}: **${release.to}** (${release.step}, after ${release.from}). ` +
      `${counted(entries.length, "change")}, ${breaking} breaking, ${doubtful} to check.`,
    "",
  );
  return [...lines, release.section].join("\n");
}

/** A commit or digest as people read it. */
function shortened(text: string): string {
  return /^[0-9a-f]{40,}$/.test(text) ? text.slice(0, 10) : text;
}
