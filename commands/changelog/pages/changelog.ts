import { type Comparison, type Finding, isNotice, type VersionStep } from "../../diff/finding.js";
import { versionStep } from "../../diff/version-step.js";
import { userText } from "./user-text.js";

/** The kinds of changes, in the order of a changelog. */
export const changelogSections = ["added", "changed", "deprecated", "removed", "fixed"] as const;
/** One of `changelogSections`. `fixed`: what is received is described more exactly, and nobody needs to do anything. */
export type ChangelogSection = (typeof changelogSections)[number];

/** A change as users of the contract need to know it. */
export interface ChangelogEntry {
  readonly section: ChangelogSection;
  /** `wire`: running programs notice it. `source`: code that uses the generated SDK notices it when it is compiled. */
  readonly breaks: "wire" | "source";
  /** Whether programs or code written for the old version fail. */
  readonly breaking: boolean;
  /** Whether programs run, but may be surprised; or whether it couldn't be decided. */
  readonly doubtful: boolean;
  /** The operation, event or schema. */
  readonly subject: string;
  /** The part of the subject, such as "query parameter `limit`"; absent if it is the whole. */
  readonly part?: string;
  /** Without a full stop. */
  readonly text: string;
  /** A document that only one version accepts. */
  readonly example?: Finding["witness"];
  /** Further places that it applies to. */
  readonly also: readonly string[];
  readonly code: Finding["code"];
}

/** What has changed for users of the contract. */
export interface Changelog {
  /** The step of the version that the changes need. */
  readonly version: VersionStep;
  /** Sorted by section, then by subject; breaking ones first. */
  readonly entries: readonly ChangelogEntry[];
}

/** The changelog of a comparison that was judged for consumers. */
export function changelogOf({ findings }: Comparison): Changelog {
  const told = findings.filter(isTold);
  const entries = told.map(entryOf);
  const breaking = new Set(entries.filter((each) => each.breaking).map(groupOf));
  const rank = (entry: ChangelogEntry) => [
    entry.breaks === "wire" ? 0 : 1,
    changelogSections.indexOf(entry.section),
    breaking.has(groupOf(entry)) ? 0 : 1,
  ];
  const sorted = entries.toSorted(
    (a, b) =>
      compareNumbers(rank(a), rank(b)) ||
      compareTexts(a.subject, b.subject) ||
      Number(b.breaking) - Number(a.breaking) ||
      compareTexts(a.part ?? "", b.part ?? "") ||
      compareTexts(a.text, b.text),
  );
  return { version: versionStep(told), entries: sorted };
}

/** What neither says anything about the contract nor is known to be a change isn't told. */
function isTold(finding: Finding): boolean {
  return !isNotice(finding) && !(finding.verdict === "compatible" && finding.code.endsWith("-undecided"));
}

function entryOf(finding: Finding): ChangelogEntry {
  const { code, verdict, breaks, witness, subjects } = finding;
  const [first = "", ...also] = subjects;
  const { subject, part } = partsOf(first);
  return {
    section: sectionOf(finding),
    breaks,
    breaking: verdict === "breaking",
    doubtful: verdict === "risky" || verdict === "undecided",
    subject,
    ...(part === undefined ? {} : { part }),
    text: userText(finding),
    ...(witness === undefined ? {} : { example: witness }),
    also,
    code,
  };
}

function sectionOf({ change, verdict, witness }: Finding): ChangelogSection {
  return change === "changed" && verdict === "compatible" && witness?.validIn === "old" ? "fixed" : change;
}

/** Subjects are titles from the outermost part on, separated by commas. */
function partsOf(text: string): { readonly subject: string; readonly part?: string } {
  const at = text.indexOf(", ");
  return at < 0 ? { subject: text } : { subject: text.slice(0, at), part: text.slice(at + 2) };
}

function groupOf({ section, breaks, subject }: ChangelogEntry): string {
  return `${breaks} ${section} ${subject}`;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  return a.map((each, at) => each - (b[at] ?? 0)).find((each) => each !== 0) ?? 0;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
