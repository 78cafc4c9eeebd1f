import type { WantedStatus } from "./check/wanted.js";
import type { NoAnswerKind } from "./exchange/send.js";
import type { Incident } from "./incident.js";
import type { Proof, SubjectSummary } from "./subject.js";
import type { Level } from "./suite/suite.js";

/** The result of a run, as plain JSON. */
export interface Report {
  readonly format: 1;
  /** The receiver's URL, the sender's control, or the command of a library. */
  readonly url: string;
  readonly probeUrl?: string;
  /** The address that was signed, if it was given. */
  readonly publicUrl?: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** What was tested: the declared configuration of a receiver, without credentials, a sender, or a library. */
  readonly subject: SubjectSummary | SenderSummary | LibrarySummary | ApiSummary;
  /**
   * No known failure passed, no other `must` (in a strict run, `must` or `should`) failed, the run wasn't aborted, no
   * incident left cases out, and nothing is `unproven`.
   */
  readonly conforms: boolean;
  /** What no passed case has shown about the signature. Without it, a receiver isn't shown to conform. */
  readonly unproven: readonly Proof[];
  /** The number of cases that the filters selected, and of all; absent if all were selected. */
  readonly partial?: { readonly selected: number; readonly of: number };
  readonly strict: boolean;
  /** The run was aborted: cases that hadn't started are left out, and it doesn't conform. */
  readonly interrupted?: true;
  /** What happened to the run as a whole, such as a receiver that died; absent if nothing did. */
  readonly incidents?: readonly Incident[];
  readonly counts: Counts;
  readonly levels: Readonly<Record<Level, Counts>>;
  readonly knownFailures: {
    /** Ids of cases that failed as listed: they don't fail the run. */
    readonly failed: readonly string[];
    /** Ids of cases that passed although listed: they fail the run, since the list is out of date. */
    readonly passed: readonly string[];
  };
  /** Whether what was acknowledged survived a restart; absent for a sender. */
  readonly durability?: Durability;
  readonly timing: Timing;
  readonly coverage: Coverage;
  /** In the suite's order. */
  readonly results: readonly CaseResult[];
}

/** A sender; its configuration changes from case to case. */
export interface SenderSummary {
  readonly kind: "sender";
}

/** A library that verifies requests, as it names itself. */
export interface LibrarySummary {
  readonly kind: "library";
  readonly name: string;
  readonly version: string;
  readonly language?: string;
}

/** The server of an API, and what the run has tried of it. */
export interface ApiSummary {
  readonly kind: "api";
  /** The contract, as it was given. */
  readonly contract: string;
  /** Names of those whose credentials were used. */
  readonly identities: readonly string[];
  /** `--seed` repeats the run. */
  readonly seed: number;
  /** Further arguments of the command line that repeat the run, without credentials. */
  readonly arguments?: readonly string[];
  readonly requests: number;
  /** Requests that were sent before the first finding was there; absent if there is none. */
  readonly requestsToFirstFinding?: number;
  readonly operations: readonly ApiOperationCoverage[];
  /** By keyword of JSON Schema: how many values at its edge were sent, valid and invalid. */
  readonly keywords: Readonly<Record<string, { readonly valid: number; readonly invalid: number }>>;
}

/** A place in a contract. */
export interface ContractPlace {
  /** The document, relative to the working folder. */
  readonly file: string;
  /** Counted from 1, as the column is. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

/** What a run has seen of one operation. */
export interface ApiOperationCoverage {
  readonly place: ContractPlace;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** As the contract declares them, in lower case. */
  readonly declared: readonly string[];
  readonly seen: readonly number[];
  /** Whether a success was seen. */
  readonly reached: boolean;
}

/** The number of cases by result. A known failure counts as failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  /** Absent if all were run. */
  readonly notRun?: number;
}

/**
 * What the cases that restart the subject show. `survived`: all passed. `lost`: at least one failed. `unchecked`: at least one
 * was inconclusive or left out, and none failed.
 */
export type Durability =
  | { readonly state: "survived" | "lost" }
  /** In words that can follow a colon, such as "no probe". */
  | { readonly state: "unchecked"; readonly reason: string };

/** How slow answers are distinguished from a slow network. */
export interface Timing {
  /** Median round trip of a request that causes no work, measured before the cases run, in milliseconds. */
  readonly roundTripMs: number;
  /** Added to every time that the contract allows, in milliseconds. */
  readonly toleranceMs: number;
}

/** The result of one case. */
export interface CaseResult {
  /** Stable: `<section and step>/<name>`, for a derived case `<section>/<event>/<name>`. */
  readonly id: string;
  /** Section of the documentation, as the ledger spells it. */
  readonly clause: string;
  readonly level: Level;
  /** One sentence: the rule, and what goes wrong without it. */
  readonly why: string;
  /** What the protocol leaves open, so that the level is `info`: a member of `x-webhook-protocol`, such as `rules/duplicates`. */
  readonly open?: string;
  /** `not-run`: an incident ended the run before the case, or while it was under way. */
  readonly result: "passed" | "failed" | "inconclusive" | "not-run";
  /** The request was refused, as it had to be, but by an error or without an answer; the level is `should` then. */
  readonly refused?: boolean;
  /** Whether the case is listed as a known failure. */
  readonly known?: true;
  /** Why it failed, is inconclusive or wasn't run: a clause that begins with "the receiver …", "the sender …" or "needs …". */
  readonly reason?: string;
  /** What a handler threw for an event of this case, and where, such as `"Error: no such book" at src/handlers.ts:10`. */
  readonly thrown?: string;
  /** Number of the step, from 1, that `expected` and `actual` are about: the one that failed, or else the last. */
  readonly step?: number;
  /** Absent if nothing was sent. */
  readonly expected?: Observation;
  readonly actual?: Observation;
  /** The probable cause in a receiver that fails this way: a sentence. */
  readonly likelyCause?: string;
  readonly durationMs: number;
  /** What was sent and received, up to the step that failed. */
  readonly exchanges: readonly ExchangeRecord[];
  /** Of an API, if it is about the answers to all requests: the case whose requests showed the failure. It has to be run to see it again. */
  readonly during?: string;
  /** Of an API: the same requests as a program in TypeScript with the generated client. Absent if it can't be written so. */
  readonly typescript?: string;
}

/** Something expected or seen. */
export interface Observation {
  readonly aspect: Aspect;
  /**
   * As data. `status`: expected, a list of numbers; seen, a number. `body`, `content-type`: text. `time`: milliseconds.
   * `answer`: a `NoAnswerKind`. `same`: a list of the statuses. `inbox`, `resource`, `leak`: what
   * the probe shows.
   */
  readonly value: unknown;
  /** The same in words that follow "expected:" or "got:", such as "401". */
  readonly text: string;
}

/** What is compared: the answer's status, body, type, time; whether there is one; whether answers are equal; what the probe shows. */
export type Aspect =
  | "status"
  | "body"
  | "content-type"
  | "header"
  | "time"
  | "answer"
  /** Of a library: whether it accepts a request. */
  | "verdict"
  | "same"
  | "inbox"
  | "resource"
  | "leak"
  /** Of a sender: what it says that it did, what it sent, and what it has recorded. */
  | "outcome"
  | "requests"
  | "record";

/** One request of a case and its answer; verification token, secrets and keys are masked. */
export interface ExchangeRecord {
  /** Number of the step, from 1. Requests that are sent together share it. */
  readonly step: number;
  readonly request: {
    readonly method: string;
    /** Added to the address of the receiver, without its question mark; absent if there is none. */
    readonly query?: string;
    /** Path and query below the address; of an API alone. */
    readonly target?: string;
    /** Name of the shell variable that stands for every `***` of this request in `curl`; of an API alone. Absent if nobody called. */
    readonly credential?: string;
    /** In the order sent; a name may occur twice. */
    readonly headers: readonly (readonly [name: string, value: string])[];
    /** As text; what isn't UTF-8 is replaced, and long bodies are cut. */
    readonly body: string;
    readonly bodyBytes: number;
    /** Every `***` in `body` is the verification token, and the rest is what was sent, byte for byte. */
    readonly exact?: true;
    /** The bytes, in Base64, of a body that isn't text; only if it contains no credential. */
    readonly base64?: string;
    /** Sent in pieces of this many bytes. */
    readonly pieceBytes?: number;
    /** Sent with `Transfer-Encoding: chunked`. */
    readonly chunked?: true;
  };
  /** Allowed statuses. Empty if any is allowed. */
  readonly wanted: readonly WantedStatus[];
  /** Absent if no answer came; `noAnswer` says why. */
  readonly response?: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    readonly bodyBytes: number;
    /** From sending to the first byte of the answer, in milliseconds. */
    readonly firstByteMs: number;
    /** From sending to the last byte, in milliseconds. */
    readonly elapsedMs: number;
  };
  readonly noAnswer?: NoAnswerKind;
}

/** Which clauses of the ledger the run has tried. */
export interface Coverage {
  /** Titles of the documentation's sections, by number; absent if the suite has none. */
  readonly sections?: Readonly<Record<string, string>>;
  readonly clauses: readonly ClauseCoverage[];
}

/** One must or should clause. */
export interface ClauseCoverage {
  /** Id in the ledger, such as `6.3.2-timestamp-window`. */
  readonly id: string;
  readonly section: string;
  readonly level: "must" | "should";
  readonly text: string;
  /**
   * `kept`: some case was conclusive and none failed. `broken`: a case failed. `untried`: every case was inconclusive
   * or left out. `unobservable`: no case can observe it from outside.
   */
  readonly state: "kept" | "broken" | "untried" | "unobservable";
  /** Ids of the cases in the run that follow the rule and must be accepted. */
  readonly positive: readonly string[];
  /** Ids of the cases in the run that break the rule and must be refused. */
  readonly negative: readonly string[];
  /** Why there is no case, or no case of one kind, or why none was conclusive. */
  readonly note?: string;
}

/** Whether a failed case fails the run. */
export function weighs(level: Level, strict: boolean): boolean {
  return level === "must" || (level === "should" && strict);
}

/** Whether a case says nothing about the subject. */
export function isUntried({ result }: Pick<CaseResult, "result">): boolean {
  return result === "inconclusive" || result === "not-run";
}
