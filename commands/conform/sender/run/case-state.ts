import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { ControlLacking, MalformedCase } from "../../errors.js";
import type { CaseIdentities } from "../../request/case-identities.js";
import type { ExampleBindings } from "../../request/fresh-event.js";
import type { SenderCredentials } from "../check/facts.js";
import type { Control, ControlOfApplication } from "../control.js";
import type { Received } from "../endpoint.js";
import type {
  EndpointAnswer,
  SenderCase,
  SenderStep,
  SenderSuite,
  SentEvent,
  VerificationAnswer,
} from "../sender-suite.js";

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
interface UrlAnswers {
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
export function urlAnswers(state: SenderCaseState, at: string): UrlAnswers {
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

const day = 86_400_000;
/** Longer than any sender waits between two attempts. */
const mostMs = 60 * day;
/** How long a sender that doesn't show its clock may be quiet before it has done what is due, in milliseconds. */
const quietMs = 300;
const mostQuietChecks = 100;

/** Reads the sender's clock, or the real one if it shows none, and notes it in the state. */
export async function readClock(state: SenderCaseState): Promise<void> {
  try {
    state.clock = await state.run.control.now();
  } catch (thrown) {
    if (!(thrown instanceof ControlLacking)) throw thrown;
    state.clock = state.run.now();
  }
}

/** Lets the sender do what is due now, or becomes due within so many milliseconds. Rejects with `ControlLacking`. */
export async function advance(state: SenderCaseState, milliseconds: number): Promise<void> {
  await readClock(state);
  const from = state.received.length;
  try {
    state.clock = await state.run.control.advance(milliseconds);
  } catch (thrown) {
    if (!(thrown instanceof ControlLacking) || milliseconds > 0) throw thrown;
    await quiet(state);
  }
  for (const each of state.received.slice(from)) each.until = state.clock;
}

/** Advances until no delivery waits any more, at first in small steps so that each attempt's time is known. */
export async function settle(state: SenderCaseState): Promise<void> {
  let step = 1_000;
  for (let total = 0; total < mostMs; total += step) {
    if (!(await someWaits(state))) return;
    step = Math.min(2 * step, day);
    await advance(state, step);
  }
}

async function someWaits({ applications }: SenderCaseState): Promise<boolean> {
  for (const { control } of applications.values()) {
    const deliveries = await control.deliveries();
    if (deliveries.some(({ state }) => state === "pending")) return true;
  }
  return false;
}

/** Waits until no request has come in for a while. */
async function quiet(state: SenderCaseState): Promise<void> {
  let seen = -1;
  for (let at = 0; at < mostQuietChecks && seen !== state.received.length; at += 1) {
    seen = state.received.length;
    await state.run.sleep(quietMs);
  }
  state.clock = state.run.now();
}

/** The application of a label, created on first use. */
export async function caseApplication(state: SenderCaseState, label = "a"): Promise<CaseApplication> {
  const known = state.applications.get(label);
  if (known !== undefined) return known;
  const { run, testCase, identities } = state;
  const {
    environment = anyEnvironment(state),
    product = true,
    encryption = false,
    granted,
  } = testCase.application ?? {};
  const code = product ? `product_${identities.fresh()}` : undefined;
  const { id, secret, token, encryptKey } = await run.control.create({
    environment,
    product_code: code ?? null,
    granted_types: granted ?? caseTypes(run.suite, testCase).all,
    encryption,
    delivery_timeout_ms: hangs(testCase) ? run.deliveryTimeoutMs : patientMs,
  });
  const application: CaseApplication = {
    control: run.control.of(id),
    product: code,
    environment,
    credentials: { id, secret, token, encryptKey, former: undefined, pending: undefined },
    saved: false,
  };
  for (const text of [secret, token, encryptKey]) if (text !== undefined) state.secrets.add(text);
  state.applications.set(label, application);
  return application;
}

/**
 * What a sender is asked to wait for answers that do come, in milliseconds. Nothing waits so long unless the machine is slow, and no case
 * may fail for that.
 */
const patientMs = 10_000;

function anyEnvironment({ run }: SenderCaseState): string {
  const [first] = [...run.bindings.placeholders.environment].filter((value) => typeof value === "string");
  return first ?? "sandbox";
}

/** The events that a case publishes or tests, and the callbacks that it invokes. */
interface CaseTypes {
  readonly events: readonly string[];
  readonly callbacks: readonly string[];
  readonly all: readonly string[];
}

/** The types of the events of a case. */
export function caseTypes(suite: SenderSuite, { steps }: Pick<SenderCase, "steps">): CaseTypes {
  const typeIn = (sent: SentEvent): string =>
    String(valueAtPointer(eventIn(suite, sent), suite.protocol.event.type ?? ""));
  const of = (step: SenderStep): { event?: string; callback?: string } => {
    if ("publish" in step) return { event: typeIn(step.publish) };
    if ("test" in step) return { event: step.test.type };
    if ("callback" in step) return { callback: typeIn(step.callback) };
    return {};
  };
  const found = steps.map(of);
  const events = [...new Set(found.flatMap(({ event }) => event ?? []))];
  const callbacks = [...new Set(found.flatMap(({ callback }) => callback ?? []))];
  // Every endpoint subscribes to something.
  const some = events.length > 0 ? events : [String(Object.keys(suite.examples)[0])];
  return { events: some, callbacks, all: [...some, ...callbacks] };
}

/** The event of a step as the contracts have it. Throws `MalformedCase`. */
export function eventIn({ examples }: SenderSuite, { example, event }: SentEvent) {
  const found = event ?? (example && examples[example.subject]?.[example.case]);
  if (found === undefined)
    throw new MalformedCase(`the contract has no example ${example?.subject}/${example?.case}`);
  return found;
}

/** Whether a case waits for real time and needs no other time of the sender's clock, so that such cases can wait together. */
export function onlyWaits({ steps }: Pick<SenderCase, "steps">): boolean {
  return steps.some(waits) && steps.every(isTimeless);
}

/** Whether an endpoint of a case doesn't answer, so that the sender's time-out ends a request. */
function hangs({ steps }: Pick<SenderCase, "steps">): boolean {
  return steps.some((step) => answersIn(step).some(({ fault }) => fault === "hang"));
}

function waits(step: SenderStep): boolean {
  return answersIn(step).some(({ fault, afterMs = 0 }) => fault === "hang" || afterMs > 0);
}

function answersIn(step: SenderStep): readonly EndpointAnswer[] {
  if (!("answer" in step)) return [];
  const { verification, deliveries = [] } = step.answer;
  if (verification === undefined) return deliveries;
  return [verification, ...deliveries];
}

/** Deliveries are made when the clock is advanced, so a step that causes one isn't timeless. */
function isTimeless(step: SenderStep): boolean {
  return ["answer", "verify", "save", "callback", "look"].some((kind) => kind in step);
}
