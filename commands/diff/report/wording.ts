import { fromPointer } from "@oipkit/runtime/json-pointer";
import { sourceExcerpt } from "../../../reader/documents/diagnostic.js";
import type { Document } from "../../../reader/documents/document.js";
import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { printableJson } from "../../../reader/text/json.js";
import {
  type ChangeFinding,
  type ChangePlace,
  isAgainstPolicy,
  isNotice,
  type Witness,
} from "../comparison.js";
import type { Version } from "../version.js";

/** What reports say about a finding, by urgency. */
export type FindingStanding =
  | "wire"
  | "source"
  | "undecided"
  | "risky"
  | "compatible"
  | "accepted"
  | "policy"
  | "notice";

/** Whether a finding breaks running programs (`wire`) or only code (`source`), or what it does instead. */
export function findingStanding(finding: ChangeFinding): FindingStanding {
  const { verdict, breaks, accepted } = finding;
  if (accepted !== undefined) return "accepted";
  if (isAgainstPolicy(finding)) return "policy";
  if (isNotice(finding)) return "notice";
  if (verdict === "breaking") return breaks;
  return verdict;
}

/** What a change does to whom, in a few words: "breaks programs of consumers"; `undefined` of a notice. */
export function impactText(finding: ChangeFinding): string | undefined {
  const { verdict, affects, breaks } = finding;
  if (isNotice(finding)) return undefined;
  if (verdict === "compatible") return "breaks nothing";
  const who = affects.includes("anyone") ? "" : ` of ${affects.map((each) => `${each}s`).join(" and ")}`;
  const what =
    breaks === "source"
      ? `code${who || " of anyone"} that uses the generated SDK`
      : `programs${who || " that use the schema"}`;
  return { breaking: `breaks ${what}`, risky: `risky for ${what}`, undecided: `may break ${what}` }[verdict];
}

/** Where a finding is shown: in the new version, or in the old one if the new one has no such place. */
export function shownPlace({ old, new: current }: ChangeFinding): ChangePlace | undefined {
  return current ?? old;
}

/** Why a finding was accepted, and until when. */
export function acceptanceText({ accepted }: ChangeFinding): string | undefined {
  if (accepted === undefined) return undefined;
  if (accepted.until === undefined) return accepted.reason;
  return `${accepted.reason} (until ${accepted.until})`;
}

/** The first subjects of a finding, and how many more there are. */
export function subjectsText({ subjects }: ChangeFinding, most: number): string {
  const more = subjects.length > most ? ` and ${subjects.length - most} more` : "";
  return `${subjects.slice(0, most).join("; ")}${more}`;
}

/** In which version a witness is valid. */
export function validityText({ validIn }: Witness): string {
  return `valid only in the ${validIn} version`;
}

/** A witness as one line: as it is sent, or as JSON. */
export function witnessText({ document, sent }: Witness): string {
  if (sent !== undefined) return sent;
  return printableJson(exactJsonText(document));
}

/** A message or remedy as a sentence: a capital letter at the start, a full stop at the end. */
export function sentence(text: string): string {
  const capital = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  if (/[.!?…]$/.test(capital)) return capital;
  return `${capital}.`;
}

/** `1 finding`, `2 findings`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The source line of a place, and a line with carets below it; `undefined` if the file isn't known. */
type Excerpts = (place: ChangePlace) => readonly [source: string, carets: string] | undefined;

/** The excerpts of the files of some versions. */
export function createExcerpts(versions: readonly Version[]): Excerpts {
  const byFile = new Map<string, Document>();
  for (const { contracts } of versions)
    for (const document of contracts.documents.values()) byFile.set(document.file, document);
  return ({ file, pointer, line }) => {
    const document = byFile.get(file);
    if (document === undefined) return undefined;
    const range = document.locate(fromPointer(pointer), "key");
    if (range.line !== line) return undefined;
    const [source = "", carets = ""] = sourceExcerpt(document.lines, range).split("\n");
    return [source, carets];
  };
}

/** How a comparison is printed. */
export interface DiffReportOptions {
  readonly colour: boolean;
  /** Whether `pretty` also shows compatible and accepted changes. */
  readonly compatible: boolean;
  /** Version of oipkit. */
  readonly version: string;
  /** What the two versions are called. */
  readonly labels: { readonly old: string; readonly new: string };
  /** Source lines of the two versions. */
  readonly excerpts: { readonly old: Excerpts; readonly new: Excerpts };
  /** A monotonic clock in milliseconds, for the durations in a report. */
  readonly now: () => number;
}
