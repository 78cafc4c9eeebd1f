import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../reader/documents/document.js";
import type { FindingCode } from "./codes.js";
import type { Policy } from "./policy/policy.js";

/** How to compare. */
export interface CompareOptions {
  /** Whose programs, written for the old version, must keep working. Other changes count as compatible. */
  readonly keep: ReadonlySet<Party>;
  /**
   * For whose programs schemas of requests, responses and events are compared. Default: `keep`. With both sides, changes
   * are found that are compatible for those who must keep working, such as a request that may hold more than before.
   */
  readonly look?: ReadonlySet<Party>;
  /** For schemas that neither side sends. */
  readonly mode: Mode;
  /** What is sent as `additionalProperties: true`. Default: `declared`. */
  readonly openObjects?: OpenObjects;
  /** Milliseconds for each pair of schemas and each direction. */
  readonly time: number;
  /** Changes that were found in another way, to be judged with the others. */
  readonly more?: readonly ContractChange[] | undefined;
  /** What is demanded and allowed beside compatibility, and the current day (UTC, YYYY-MM-DD). */
  readonly policy?: { readonly rules: Policy; readonly today: string } | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** What is sent in an object with `additionalProperties: true`: the members that it declares, as without the keyword, or any others, too. */
export type OpenObjects = "declared" | "any";

/** A value of `look`. */
export const bothSides: ReadonlySet<Party> = new Set(["consumer", "provider"]);

/** Which direction is compared: whether new schemas accept old documents, old schemas new documents, or both. */
export type Mode = "backward" | "forward" | "full";

/** Whose programs must keep working, and which side moves on. */
interface Perspective {
  readonly as: Party | "both";
  /** Absent: `backward` for sides, `full` for schemas alone. */
  readonly mode: Mode | undefined;
}

/** The sides that may run programs of the old version against the new version of the other side. */
export function sidesToKeep({ as, mode = "backward" }: Perspective): ReadonlySet<Party> {
  const opposite: Readonly<Record<Party, Party>> = { consumer: "provider", provider: "consumer" };
  const sides: readonly Party[] = as === "both" ? ["consumer", "provider"] : [as];
  return new Set(
    sides.flatMap((side): Party[] => {
      if (mode === "full") return [side, opposite[side]];
      return [mode === "backward" ? side : opposite[side]];
    }),
  );
}

/** A side of the exchange. The consumer calls the API and receives events; the provider answers and sends events. */
export type Party = "consumer" | "provider";

/** Whose programs, written for the old version, a change affects; `anyone` if a schema alone doesn't say who uses it. */
export type Affected = Party | "anyone";

/**
 * What a change means to a program that was written for the old version. `breaking`: it fails. `risky`: it runs, but
 * what it sends is ignored, or what it receives may surprise it. `undecided`: neither could be proved.
 */
export type ChangeEffect = "breaking" | "risky" | "undecided";

/** What was done. */
export type ChangeKind = "added" | "removed" | "changed" | "deprecated";

/** A difference between two versions that users of the contract may notice. */
export interface ContractChange {
  readonly code: FindingCode;
  readonly change: ChangeKind;
  /** `wire`: running programs notice it. `source`: code that uses the generated SDK no longer compiles. */
  readonly breaks: "wire" | "source";
  /** Empty if no program written for the old version notices it. */
  readonly effects: Readonly<Partial<Record<Affected, ChangeEffect>>>;
  /** Absent if the part was added. */
  readonly old?: ChangePlace;
  /** Absent if the part was removed. */
  readonly new?: ChangePlace;
  /** What it reaches, such as "GET /users, response 200" or the name of a schema; the first one is that of the witness. */
  readonly subjects: readonly string[];
  /**
   * Each of `subjects` by the titles of its parts, the outermost first and without media types: "GET /users", "response 200". Absent if none
   * has parts.
   */
  readonly titles?: readonly (readonly string[])[];
  /** One sentence without a full stop. */
  readonly message: string;
  /** What the message says, as data. */
  readonly facts?: ChangeFacts;
  /** What to do instead: one sentence without a full stop. */
  readonly remedy?: string;
  /** A document that only one version accepts; compiled validators of both have confirmed it. */
  readonly witness?: Witness;
  /** Why the policy allows it, whatever it breaks. */
  readonly allowed?: string;
}

/** A value that only one version accepts. */
export interface Witness {
  /** The value; where texts are compared, with the texts that are sent in place of plain values. */
  readonly document: unknown;
  readonly validIn: "old" | "new";
  /** How it is sent as a parameter, a header or a form, such as `ids=1&ids=x`; absent if it is JSON. */
  readonly sent?: string;
}

/** What a change is about, for those who tell it in other words than its message. */
export interface ChangeFacts {
  /** The value of an open enum that is listed now, or no longer. */
  readonly value?: unknown;
  /** The values of an enum that only the version lists that accepts the witness. */
  readonly values?: readonly unknown[];
  /** The defaults of a member, in the versions that have one. */
  readonly defaults?: { readonly old?: unknown; readonly new?: unknown };
  /** The name of the extension that has changed: `x-…`. */
  readonly extension?: string;
  /** What becomes of a member that was removed. */
  readonly removedMember?: RemovedMember;
  /** Why one version refuses the witness: a sentence without a full stop. */
  readonly refusal?: string;
}

/** `ignored`: consumers may go on sending it, for nothing. `not-sent`: they no longer receive it. `never-sent`: it wasn't sent in this direction. */
export type RemovedMember = "ignored" | "not-sent" | "never-sent";

/** A change, judged for those whose programs must keep working. */
export interface ChangeFinding extends Omit<ContractChange, "effects" | "allowed"> {
  /** `error`: breaking. `warning`: risky or undecided. `info`: compatible. */
  readonly level: "error" | "warning" | "info";
  readonly verdict: ChangeEffect | "compatible";
  /** Empty if it is compatible. */
  readonly affects: readonly Affected[];
  /** Why it was accepted; an accepted finding doesn't fail a run. */
  readonly accepted?: { readonly reason: string; readonly until?: string };
  /** In a comparison with releases, the tags of those that have it, newest first. */
  readonly releases?: readonly string[];
}

/** Codes of what is against the policy. */
const policyCodes: readonly FindingCode[] = [
  "sunset-missing",
  "sunset-invalid",
  "sunset-too-soon",
  "stability-lowered",
  "stability-invalid",
];

/** Whether a finding is about the policy, and not about what programs notice. */
export function isAgainstPolicy({ code }: Pick<ChangeFinding, "code">): boolean {
  return policyCodes.includes(code);
}

/** Whether a finding is about the list of accepted changes or the policy rather than about the contract. */
export function isNotice(finding: Pick<ChangeFinding, "code">): boolean {
  const { code } = finding;
  return code === "accepted-change-stale" || code === "accepted-change-expired" || isAgainstPolicy(finding);
}

/** A place in a file. */
export interface ChangePlace {
  /** As the user gave it, with forward slashes. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
}

/** By how much a version rises, as Semantic Versioning names it; `none` if nothing changed. */
export type VersionStep = "none" | "patch" | "minor" | "major";

/** What a run has compared and found. */
export interface ChangeSummary {
  /** Schemas, operations and messages that both versions have. */
  readonly compared: number;
  /** Findings of the levels `error` and `warning`. */
  readonly findings: number;
  readonly errors: number;
  readonly warnings: number;
  /** Compatible changes. */
  readonly compatible: number;
  /** Findings that would be errors or warnings if they weren't accepted. */
  readonly accepted: number;
  /** The step of the version that the changes need. */
  readonly version: VersionStep;
  /** In a comparison with releases, the tags of all that were compared, newest first. */
  readonly releases?: readonly string[];
}

/** The result of a comparison; findings are sorted by place. */
export interface ComparisonResult {
  readonly findings: readonly ChangeFinding[];
  readonly summary: ChangeSummary;
}

/** The place of a pointer in a document, or of its nearest parent that exists. */
export function placeIn(document: Document, tokens: readonly string[]): ChangePlace {
  let length = tokens.length;
  while (length > 0 && valueAt(document.value, tokens.slice(0, length)) === undefined) length--;
  const existing = tokens.slice(0, length);
  const { line, column } = document.locate(existing, "key");
  return { file: document.file, line, column, pointer: toPointer(existing) };
}
