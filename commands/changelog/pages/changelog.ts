import {
  type ChangeFinding,
  type ComparisonResult,
  isNotice,
  type VersionStep,
} from "../../diff/comparison.js";
import { versionStep } from "../../diff/version-step.js";

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
  readonly example?: ChangeFinding["witness"];
  /** Further places that it applies to. */
  readonly also: readonly string[];
  readonly code: ChangeFinding["code"];
}

/** What has changed for users of the contract. */
export interface Changelog {
  /** The step of the version that the changes need. */
  readonly version: VersionStep;
  /** Sorted by section, then by subject; breaking ones first. */
  readonly entries: readonly ChangelogEntry[];
}

/** The changelog of a comparison that was judged for consumers. */
export function createChangelog({ findings }: ComparisonResult): Changelog {
  const told = findings.filter(isTold);
  const entries = told.map(toEntry);
  const breaking = new Set(entries.filter((each) => each.breaking).map(entryGroup));
  const rank = (entry: ChangelogEntry) => [
    entry.breaks === "wire" ? 0 : 1,
    changelogSections.indexOf(entry.section),
    breaking.has(entryGroup(entry)) ? 0 : 1,
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
function isTold(finding: ChangeFinding): boolean {
  return !isNotice(finding) && !(finding.verdict === "compatible" && finding.code.endsWith("-undecided"));
}

function toEntry(finding: ChangeFinding): ChangelogEntry {
  const { code, verdict, breaks, witness, subjects } = finding;
  const [first = "", ...also] = subjects;
  const { subject, part } = splitSubject(first);
  return {
    section: chooseSection(finding),
    breaks,
    breaking: verdict === "breaking",
    doubtful: verdict === "risky" || verdict === "undecided",
    subject,
    ...(part !== undefined && { part }),
    text: userText(finding),
    ...(witness !== undefined && { example: witness }),
    also,
    code,
  };
}

function chooseSection({ change, verdict, witness }: ChangeFinding): ChangelogSection {
  if (change === "changed" && verdict === "compatible" && witness?.validIn === "old") return "fixed";
  return change;
}

/** Subjects are titles from the outermost part on, separated by commas. */
function splitSubject(text: string): { readonly subject: string; readonly part?: string } {
  const at = text.indexOf(", ");
  if (at < 0) return { subject: text };
  return { subject: text.slice(0, at), part: text.slice(at + 2) };
}

function entryGroup({ section, breaks, subject }: ChangelogEntry): string {
  return `${breaks} ${section} ${subject}`;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  return a.map((each, at) => each - (b[at] ?? 0)).find((each) => each !== 0) ?? 0;
}

function compareTexts(a: string, b: string): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}

/** The texts for those who are affected, for those who aren't, or for schemas, whose users aren't known. */
function readersTexts(affects: ChangeFinding["affects"]): typeof forOthers {
  if (affects.includes("anyone")) return forSchemas;
  if (affects.length > 0) return forAffected;
  return forOthers;
}

/** What a change means for people who use the API, whom it addresses: without a full stop. */
function userText(finding: ChangeFinding): string {
  const { code, message, affects } = finding;
  if (code !== "schema-narrowed" && code !== "schema-widened") {
    const undecided = undecidedTexts[code];
    return undecided ?? addressed(message);
  }
  // The message says which of the two versions refuses the witness, then why.
  const reason = message.slice(message.indexOf(": ") + 2);
  return `${readersTexts(affects)[code]} (${reason.replace(/^the document\b/, "the value")})`;
}

const undecidedTexts: Readonly<Record<string, string>> = {
  "schema-narrowing-undecided": "it is possible that some of what you could send is refused now",
  "schema-widening-undecided": "it is possible that you receive something that the old contract ruled out",
};

/** Of what consumers send, less is accepted; of what they receive, more is possible. */
const forAffected = {
  "schema-narrowed": "some of what you could send is refused now",
  "schema-widened": "you may now receive what the old contract ruled out",
};

const forOthers = {
  "schema-narrowed": "you no longer receive what the new contract rules out",
  "schema-widened": "you may now send what the old contract ruled out",
};

const forSchemas = {
  "schema-narrowed": "some documents that were valid are refused now",
  "schema-widened": "some documents are valid now that the old schema ruled out",
};

/** Messages speak of consumers and their programs; here, the consumer reads them. */
function addressed(message: string): string {
  return message
    .replace(/\b[Pp]rograms of (?:the )?consumers?\b/g, "your programs")
    .replace(/\bthe consumer's\b/g, "your")
    .replace(/\bconsumers\b(?! of)/g, "you");
}
