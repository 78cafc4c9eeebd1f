import type { JsonObject, Protocol } from "@oipkit/runtime/webhook";
import type { IdShape } from "../request/case-identities.js";
import type { Delivery, ExampleRef, HeaderChange, Variation, Verification } from "./delivery.js";

/** The compiled conformance document, `generated/conformance/<set>.json`; docs/reference/conformance-format.md. */
export interface Suite {
  readonly format: 1;
  readonly protocol: Protocol;
  /** Headers without a role in the protocol, by name, that every request has. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Valid events by subject (the event's name) and case. Their binding is a placeholder for the subject's own. */
  readonly examples: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  /** The hand-written cases. `expandCases` adds those of the batches. */
  readonly cases: readonly Case[];
  /** The cases that follow from schemas and examples. Default: none. */
  readonly batches?: readonly Batch[];
  /** Titles of the documentation's sections, by number as clauses spell it. Default: none. */
  readonly sections?: Readonly<Record<string, string>>;
  /** The must and should clauses that the cases try. Default: none. */
  readonly clauses?: readonly Clause[];
  /** By event, what new ids look like if the schema doesn't allow those that the runner makes. Default: none. */
  readonly ids?: Readonly<Record<string, EventIds>>;
  /** By event, how events of one resource follow each other; events without a family are left out. Default: none. */
  readonly orders?: Readonly<Record<string, EventOrder>>;
}

/** What new ids of an event and of its resource look like; the runner's own unless they are given. */
export interface EventIds {
  readonly event?: IdShape;
  readonly resource?: IdShape;
}

/** How an event is ordered among those of its resource. */
export interface EventOrder {
  /** Resources of different families count their versions separately, even with the same id. */
  readonly family: string;
  /** JSON Pointers of two fields that the contract requires to be equal, such as a version that occurs twice. */
  readonly equal: readonly (readonly [string, string])[];
}

/**
 * The weight of a case. `must`: a failure fails the run. `should`: only a strict run. `info`: the
 * platform's documentation is silent; a failure is reported, but never fails the run.
 */
export type Level = "must" | "should" | "info";

/** Something that not every subject offers; without it the case is inconclusive. */
export type Need =
  | "plaintext"
  | "encryption"
  | "previous-secret"
  | "organization"
  | "product"
  | "verification"
  | "callbacks"
  /** Somebody who waits: the run takes minutes. */
  | "slow"
  /** The subject works in this environment. */
  | { readonly environment: string };

/** What a failed step got: a 2xx status; 3xx or 4xx; 5xx or no answer. */
export type CauseIf = "accepted" | "refused" | "error";

/** A test of one rule. Schema of the hand-written form: `reader/vocabulary/conformance-cases.schema.yaml`. */
export interface Case {
  /** Stable; `<step>/<name>`, such as `6.3.2/timestamp-past`. */
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  /** One sentence: the rule, and what goes wrong without it. */
  readonly why: string;
  /** The probable cause in a receiver that fails: a sentence. */
  readonly cause?: string;
  /** What must come back for `cause` to apply. Default: the opposite of what the failed step expects. */
  readonly causeIf?: readonly CauseIf[];
  readonly needs?: readonly Need[];
  /** The member of `x-webhook-protocol` that leaves the answer open, such as `rules/duplicates`; the level is `info` then. */
  readonly open?: string;
  readonly steps: readonly Step[];
}

/** Cases that several events share: each case is tried with each event. */
export interface Batch {
  readonly on: readonly BatchEvent[];
  /** Members that all its cases have, unless they have their own. Default: none. */
  readonly common?: Partial<SharedMembers>;
  readonly cases: readonly (Omit<BatchCase, keyof SharedMembers> & Partial<SharedMembers>)[];
}

/** What the cases of a batch may have in common. */
export type SharedMembers = Pick<BatchCase, "clause" | "level" | "why" | "needs" | "open">;

/** The event that a batch's cases deliver, with their ids `<prefix>/<name>`. */
export interface BatchEvent {
  readonly prefix: string;
  readonly example: ExampleRef;
}

/** A case without its event: a delivery with neither example nor event delivers the batch's. */
export interface BatchCase extends Omit<Case, "id"> {
  readonly name: string;
}

/** A rule of the ledger, and the cases that try it. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly level: "must" | "should";
  readonly text: string;
  /** Globs on ids of cases that follow the rule. */
  readonly positive?: readonly string[];
  /** Globs on ids of cases that break it. */
  readonly negative?: readonly string[];
  /** Why there are none, or none of one kind. */
  readonly note?: string;
}

/** Discriminated by their first key. Steps of a case run one after another; the first failure ends the case. */
export type Step = DeliverStep | RepeatStep | TogetherStep | VerifyStep | FaultStep | RestartStep | PauseStep;

/** Options of every step that sends something. */
export interface Wanted {
  readonly expect: Expectation;
  readonly probe?: readonly ProbeCheck[];
}

/** Sends one delivery. */
export interface DeliverStep extends Wanted {
  readonly deliver: Delivery;
}

/** Sends an earlier request again. */
export interface RepeatStep extends Wanted {
  /** Number of an earlier step, from 1, whose request is sent again byte for byte. */
  readonly repeat: number;
  /** Changes to its headers, for a replay that is spelled differently. */
  readonly headers?: readonly HeaderChange[];
}

/** Requests that are sent at the same time; `expect` applies to each of them. */
export interface TogetherStep extends Wanted {
  readonly together: {
    readonly deliver: readonly Delivery[];
    /** How often each is sent. Default: once. */
    readonly times?: number;
    /** Whether repetitions of one delivery have the same bytes; otherwise each has its own timestamp, nonce and signature. */
    readonly alike?: boolean;
  };
  /** Exactly how many of the answers have one of these statuses. */
  readonly exactly?: { readonly status: readonly StatusRef[]; readonly times: number };
}

/** Verifies the connection. */
export interface VerifyStep extends Wanted {
  readonly verify: Verification;
}

/** Makes stores of the subject fail, through its probe. */
export interface FaultStep {
  /** Which stores fail from now on; omitted ones stay as they are. */
  readonly fault: { readonly nonces?: boolean; readonly inbox?: boolean };
}

/** Waits, with other cases or with deliveries of its own in between. */
export interface PauseStep {
  readonly pause: {
    /** How much later, at least, in seconds. */
    readonly seconds?: number;
    /** After how many other accepted deliveries, at least; those that the run hasn't sent meanwhile are made of `deliver`. */
    readonly others?: { readonly times: number; readonly deliver: Delivery };
  };
}

/** Restarts the subject as after a crash, through its probe. */
export interface RestartStep {
  readonly restart: true;
  readonly probe?: readonly ProbeCheck[];
}

/** A status by its role in the protocol, or as a number. */
export type StatusRef =
  | "accepted"
  | "unauthenticated"
  | "unprocessable"
  | "unavailable"
  | "verified"
  | number;

/** The expected answer of a step. */
export interface Expectation {
  /** Any of these. */
  readonly status: readonly StatusRef[];
  /** `empty`: no byte. `challenge`: what the protocol prescribes for a verification, such as an object with the challenge alone. */
  readonly body?: "empty" | "challenge";
  /** The answer is declared as JSON, and its body is JSON. */
  readonly json?: boolean;
  /** The answer comes within the protocol's time, for verifications or for callbacks. */
  readonly timely?: boolean;
  /** The answer has this header. */
  readonly header?: string;
  /** One of the values that the header lists, separated by commas. Default: any text but none. */
  readonly lists?: string;
  /** Number of an earlier step, from 1, whose answer had the same status, content type and body. */
  readonly sameAs?: number;
  /** Closing the connection is as good as an answer. */
  readonly closed?: boolean;
}

/** What the subject's probe must show after a step. Without a probe the case is inconclusive. */
export type ProbeCheck =
  | { readonly inbox: InboxCheck }
  | { readonly resource: ResourceCheck }
  /** None of these occurs in the subject's store or log. */
  | { readonly free: readonly Needle[] };

/** What must stay out of store and log. */
export type Needle = "token" | "secret" | "encrypt-key" | "challenge" | "challenge-token";

/** What the subject's inbox must hold of one event. */
export interface InboxCheck {
  /** Label of the delivery whose event id is looked up. */
  readonly of: string;
  /** How the event id varies from that of the label. */
  readonly as?: Variation;
  readonly records: number;
  readonly test?: boolean;
  /** Values that the stored event holds. */
  readonly holds?: readonly { readonly at: string; readonly is: unknown }[];
  /** Places where the stored event has nothing. */
  readonly lacks?: readonly string[];
  /** The stored event lacks the transport token. */
  readonly tokenFree?: boolean;
  /** Delivery id and correlation id are the ones that were sent, and event id and type are those of the event. */
  readonly identified?: boolean;
}

/** State of a resource, polled until it matches or the time is up, since events are applied after the answer. */
export type ResourceCheck = ResourceState | ResourceBound;

/** The whole state. */
export interface ResourceState {
  /** Label of the resource. Default: that of deliveries without a label. */
  readonly of?: string;
  /** The version that was applied last; `null` for none, which 0 also means. */
  readonly applied: number | null;
  /** Versions that wait for a gap to close, in any order. */
  readonly pending: readonly number[];
}

/** What wasn't applied, if the rest of the state may differ. */
export interface ResourceBound {
  readonly of?: string;
  /** Neither this version was applied nor a later one. */
  readonly below: number;
}
