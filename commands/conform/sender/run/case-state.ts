import type { JsonObject } from "@oipkit/runtime/webhook";
import type { CaseIdentities } from "../../request/case-identities.js";
import type { ExampleBindings } from "../../request/fresh-event.js";
import type { SenderCredentials } from "../check/facts.js";
import type { Control, ControlOfApplication } from "../control/control.js";
import type { Received } from "../endpoint/received.js";
import type { EndpointAnswer, VerificationAnswer } from "../suite/endpoint-answer.js";
import type { SenderCase, SenderSuite } from "../suite/sender-suite.js";

/** What all cases of a run share. */
export interface SenderRun {
  readonly suite: SenderSuite;
  readonly bindings: ExampleBindings;
  readonly control: Control;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
  /** Real time, in milliseconds since 1970, for a sender that doesn't show its clock. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Asked of the sender for the answers to deliveries, in cases where none comes, in milliseconds. */
  readonly deliveryTimeoutMs: number;
}

/** An application of a case. */
export interface CaseApplication {
  readonly control: ControlOfApplication;
  readonly product: string | undefined;
  readonly environment: string;
  credentials: SenderCredentials;
  /** Whether an endpoint was saved once. */
  saved: boolean;
}

/** How a URL of the case answers. */
export interface UrlAnswers {
  verification: VerificationAnswer;
  deliveries: readonly EndpointAnswer[];
  /** How many requests were answered by these. */
  served: number;
}

/** What a case has done so far. */
export interface SenderCaseState {
  readonly run: SenderRun;
  readonly testCase: SenderCase;
  readonly identities: CaseIdentities;
  /** Address of the case's URLs. */
  readonly base: string;
  readonly applications: Map<string, CaseApplication>;
  readonly answers: Map<string, UrlAnswers>;
  readonly received: Received[];
  /** By label. */
  readonly events: Map<string, JsonObject>;
  readonly usedIds: Set<string>;
  /** By label, of a URL or an own one. */
  readonly proofs: Map<string, string>;
  readonly operations: Map<string, string>;
  /** Event ids of the tests, from their requests and records. */
  readonly secrets: Set<string>;
  challenge: string;
  /** Number of the current step, from 1. */
  step: number;
  /** The sender's clock when the latest action began, in milliseconds. */
  clock: number;
}

/** The answers of a URL, those of a correct receiver until a case changes them. */
export function answersOf(state: SenderCaseState, at: string): UrlAnswers {
  const known = state.answers.get(at) ?? { verification: {}, deliveries: [{}], served: 0 };
  state.answers.set(at, known);
  return known;
}

/** The value of a label, made on first use. */
export function labelled<Value>(map: Map<string, Value>, label: string, make: () => Value): Value {
  const value = map.get(label) ?? make();
  map.set(label, value);
  return value;
}
