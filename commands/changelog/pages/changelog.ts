import { json } from "../../../reader/text/json.js";
import { type ChangeFinding, type ComparisonResult, isNotice } from "../../diff/comparison.js";
import { nodeReader, type Version } from "../../diff/version.js";
import { versionStep } from "../../diff/version-step.js";
import { collapse, type Draft } from "./collapse.js";
import { type Changelog, type ChangelogEntry, type ChangelogSection, changelogSections } from "./entry.js";
import { entryText } from "./entry-texts.js";
import { generalDrafts, isGeneral } from "./general.js";
import { entrySubject, type ReachedPart, reachedParts } from "./subject.js";
import { whyChanged } from "./why.js";
import type { NodesOfBoth } from "./words.js";

/** The versions that were compared, for names, values and descriptions; the places of findings lead to them. */
export interface ChangelogVersions {
  /** In a comparison with releases, each of them. */
  readonly old: readonly Version[];
  readonly new: Version;
}

/** The changelog of a comparison that was judged for consumers. */
export function createChangelog(
  { findings }: ComparisonResult,
  versions?: ChangelogVersions | undefined,
): Changelog {
  const nodes = versions && readNodes(versions);
  // Of what is told as one, the first is shown.
  const told = findings.filter(isTold).toSorted((a, b) => compareTexts(sortKey(a), sortKey(b)));
  const [oldest] = versions?.old ?? [];
  const both =
    versions === undefined || oldest === undefined ? undefined : { old: oldest, new: versions.new };
  const particular = told.filter((finding) => !isGeneral(finding));
  const drafts = particular.map((finding) => toDraft(finding, nodes));
  const entries = collapse([...drafts, ...generalDrafts(told, both)]);
  return { version: versionStep(told), entries: entries.toSorted(compareEntries) };
}

function readNodes({ old, new: current }: ChangelogVersions): NodesOfBoth {
  const readers = old.map(nodeReader);
  return {
    old: (place) => {
      for (const read of readers) {
        const nodes = read(place);
        if (nodes.length > 0) return nodes;
      }
      return [];
    },
    new: nodeReader(current),
  };
}

/** What neither says anything about the contract nor is known to be a change isn't told. */
function isTold(finding: ChangeFinding): boolean {
  return !isNotice(finding) && !(finding.verdict === "compatible" && finding.code.endsWith("-undecided"));
}

function sortKey({ code, old, new: current, subjects, message }: ChangeFinding): string {
  return json([code, current?.file, current?.pointer, old?.pointer, subjects, message]);
}

function toDraft(finding: ChangeFinding, nodes: NodesOfBoth | undefined): Draft {
  const { code, verdict, breaks, witness } = finding;
  const { text, advice, isComplete, named } = entryText(finding, nodes);
  const { subject, part, member } = entrySubject(finding);
  const why = nodes && whyChanged(finding, nodes);
  const isBreaking = verdict === "breaking";
  return {
    section: chooseSection(finding),
    breaks,
    breaking: isBreaking,
    doubtful: verdict === "risky" || verdict === "undecided",
    ...titled({ subject, part, member: named === undefined ? member : outer(member, named.name) }),
    text,
    ...(advice !== undefined && { advice }),
    ...(why !== undefined && { why }),
    ...(witness !== undefined && !isComplete && { example: witness }),
    reached: others(subject, reachedParts(finding)),
    code,
    ...(named !== undefined && { named }),
  };
}

/** The member that another one is in. */
function outer(member: string, name: string): string {
  return member === name || member.endsWith(`.${name}`)
    ? member.slice(0, -name.length).replace(/\.$/, "")
    : member;
}

function titled({
  subject,
  part,
  member,
}: {
  readonly subject: string;
  readonly part: string | undefined;
  readonly member: string;
}): Pick<ChangelogEntry, "subject" | "part"> {
  if (member === "") return { subject, ...(part !== undefined && { part }) };
  const separator = member.startsWith("[") || member.startsWith(".") ? "" : ".";
  if (part === undefined && subject.endsWith("`"))
    return { subject: `${subject.slice(0, -1)}${separator}${member}\`` };
  return { subject, part: `${part === undefined ? "" : `${part} `}\`${member}\`` };
}

/** Where it is sent, if the subject doesn't say so: one operation with the part, or several. */
function others(subject: string, all: readonly ReachedPart[]): readonly ReachedPart[] {
  const left = all[0]?.subject === subject ? all.slice(1) : all;
  const titles = new Set(left.map((each) => each.subject).filter((title) => title !== subject));
  const parts = new Set(left.map(({ part }) => part));
  const [only] = left;
  if (titles.size === 1 && parts.size === 1 && only !== undefined) return [only];
  return [...titles].map((title) => ({ subject: title }));
}

function chooseSection({ change, verdict, witness }: ChangeFinding): ChangelogSection {
  if (change === "changed" && verdict === "compatible" && witness?.validIn === "old") return "fixed";
  return change;
}

function compareEntries(a: ChangelogEntry, b: ChangelogEntry): number {
  const rank = (entry: ChangelogEntry) => [
    entry.breaks === "wire" ? 0 : 1,
    entry.breaking ? 0 : 1,
    changelogSections.indexOf(entry.section),
  ];
  return (
    compareNumbers(rank(a), rank(b)) ||
    compareTexts(a.subject, b.subject) ||
    Number(b.doubtful) - Number(a.doubtful) ||
    compareTexts(a.part ?? "", b.part ?? "") ||
    compareTexts(a.text, b.text)
  );
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  return a.map((each, at) => each - (b[at] ?? 0)).find((each) => each !== 0) ?? 0;
}

function compareTexts(a: string, b: string): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}
