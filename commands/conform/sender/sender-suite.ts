import type { JsonObject } from "@oipkit/runtime/webhook";
import type { ExampleRef } from "../suite/delivery.js";
import type { Clause, Level, Suite } from "../suite/suite.js";
import type { RecordCheck, RequestCheck } from "./sender-checks.js";

/** The cases for senders of an event set, `generated/conformance/<set>.sender.json`, with what they share with the receiver's. */
export interface SenderSuite extends Pick<Suite, "format" | "protocol" | "examples" | "sections"> {
  readonly senderCases: readonly SenderCase[];
  readonly clauses?: readonly Clause[];
}

/** A test of one rule on a sender. Schema of the hand-written form: `reader/vocabulary/sender-cases.schema.yaml`. */
export interface SenderCase {
  /** Stable; `sender/<section>/<name>`. */
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  /** One sentence: the rule, and what goes wrong without it. */
  readonly why: string;
  /** The probable cause in a sender that fails: a sentence. */
  readonly cause?: string;
  /** The application that it starts with. */
  readonly application?: ApplicationSpec;
  /** `nothing`: without an endpoint. Default: an endpoint is verified and saved for the events of the case. */
  readonly start?: "nothing";
  readonly steps: readonly SenderStep[];
}

/** The application of a case. */
export interface ApplicationSpec {
  /** Default: the environment of the suite's examples. */
  readonly environment?: string;
  /** Whether it is bound to a product. Default: yes. */
  readonly product?: boolean;
  /** Default: no. */
  readonly encryption?: boolean;
  /** Events that its grant lists. Default: those of the case. */
  readonly granted?: readonly string[];
  /** Events that the endpoint subscribes to. Default: those of the case. */
  readonly subscribed?: readonly string[];
  /** Callbacks that the endpoint is configured for. Default: those of the protocol, if the case invokes one. */
  readonly callbacks?: readonly string[];
}

/** What any step may look at once it is done. */
export interface Seen {
  readonly requests?: readonly RequestCheck[];
  readonly deliveries?: readonly RecordCheck[];
  /** The state of the endpoint. */
  readonly endpoint?: EndpointCheck;
  /** None of these occurs in the sender's store or log. */
  readonly free?: readonly SenderNeedle[];
  /** How often the redelivery of this label's event was audited. */
  readonly audited?: { readonly of: string; readonly times: number };
  /** No two applications of the case share a credential. */
  readonly ownCredentials?: true;
  /** Label of the application. Default: `a`. */
  readonly by?: string;
}

/** What must stay out of a sender's store and log. */
export type SenderNeedle = "token" | "secret" | "encrypt-key" | "challenge" | "challenge-token" | "proof";

/** What the endpoint of an application must be. */
export interface EndpointCheck {
  /** Label of its URL, or `none`. */
  readonly url?: string;
  readonly state?: "active" | "paused";
  readonly eventTypes?: readonly string[];
  readonly callbackTypes?: readonly string[];
}

/** What the sender must say. */
export interface OutcomeExpectation {
  readonly accepted: boolean;
  /** Whether a refusal must have a reason. Default: no. */
  readonly reason?: true;
}

/** Discriminated by their first key. */
export type SenderStep = Seen &
  (
    | AnswerStep
    | VerifyUrlStep
    | SaveStep
    | PublishStep
    | TestStep
    | CallbackStep
    | RedeliverStep
    | AdvanceStep
    | RotateStep
    | SettleStep
    | ResumeStep
    | ChangeStep
    | LookStep
  );

/** How the judge's endpoint answers from now on. */
export interface AnswerStep {
  readonly answer: {
    /** Label of a URL. Default: `a`. */
    readonly at?: string;
    readonly verification?: VerificationAnswer;
    /** One for each request, in order; the last one repeats. */
    readonly deliveries?: readonly EndpointAnswer[];
  };
}

/** Verifies a URL. */
export interface VerifyUrlStep {
  readonly verify: {
    readonly at?: string;
    /** Label of the proof. Default: that of the URL. */
    readonly as?: string;
  };
  readonly expect: OutcomeExpectation;
}

/** Saves the endpoint. */
export interface SaveStep {
  readonly save: {
    readonly at?: string;
    /** Label of a proof, or `none`. Default: that of the URL's latest verification, if there was one. */
    readonly proof?: string;
    /** Default: the subscribed ones of the case for the first save; afterwards, none are sent. */
    readonly eventTypes?: readonly string[];
    readonly callbackTypes?: readonly string[];
    /** Label of an operation identifier. Default: each save has its own. */
    readonly operation?: string;
    /** The revision before the current one is named. Default: none is named. */
    readonly revision?: "former";
  };
  readonly expect: OutcomeExpectation;
}

/** An event from the examples, or a whole one, with changes. */
export interface SentEvent {
  readonly example?: ExampleRef;
  readonly event?: JsonObject;
  /** Label of its ids. Default: `a`. */
  readonly as?: string;
  readonly change?: readonly { readonly set: string; readonly to: unknown }[];
}

/** Publishes an event, and lets the sender do what is due. */
export interface PublishStep {
  readonly publish: SentEvent;
  /** Default: anything. */
  readonly expect?: OutcomeExpectation;
}

/** Sends a test event. */
export interface TestStep {
  readonly test: { readonly type: string };
  readonly expect: OutcomeExpectation;
}

/** Invokes a callback. */
export interface CallbackStep {
  readonly callback: SentEvent;
  /** Any of these. */
  readonly expect: { readonly outcome: readonly ("succeeded" | "failed" | "unknown")[] };
}

/** Redelivers an event by its id. */
export interface RedeliverStep {
  readonly redeliver: {
    readonly of?: string;
    /** Label of an operation identifier. Default: each has its own. */
    readonly operation?: string;
  };
  /** Default: anything. */
  readonly expect?: OutcomeExpectation;
}

/** Moves the sender's clock. `settled`: until no delivery waits any more. */
export interface AdvanceStep {
  readonly advance: { readonly seconds: number } | "settled";
}

/** Makes a new signing secret, whose delivery ends so. */
export interface RotateStep {
  readonly rotate: "confirmed" | "failed" | "pending";
}

/** Ends a pending delivery of a secret. */
export interface SettleStep {
  readonly settle: "confirmed" | "failed";
}

/** Resumes the endpoint. */
export interface ResumeStep {
  readonly resume: true;
}

/** Changes the application. */
export interface ChangeStep {
  readonly change: { readonly active?: boolean; readonly granted?: readonly string[] };
}

/** Only looks. */
export interface LookStep {
  readonly look: true;
}

/** How the judge's endpoint answers a request. Default: as a correct receiver does. */
export interface EndpointAnswer {
  readonly status?: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Waits so long before it answers, in milliseconds. */
  readonly afterMs?: number;
  /** `hang`: no answer at all. `reset`: the connection is reset. `garbage`: an answer that isn't HTTP. `cut`: the body ends early. */
  readonly fault?: "hang" | "reset" | "garbage" | "cut";
  /** The answer has a `Location`, another address of the judge that answers correctly. */
  readonly redirect?: true;
}

/** How it answers a connection verification. */
export interface VerificationAnswer extends EndpointAnswer {
  /** What it returns instead of the challenge; `number`: of another type; `listed`: in an array. */
  readonly challenge?: "altered" | "other-case" | "absent" | "empty" | "listed" | "number";
  /** Further members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** `none`: without one. Default: `application/json`. */
  readonly contentType?: string;
  /** Length of the body in bytes, filled with white space. */
  readonly bodyBytes?: number;
}
