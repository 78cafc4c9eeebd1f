import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { MalformedCase } from "../../errors.js";
import type { SenderCase, SenderStep, SenderSuite, SentEvent } from "../suite/sender-suite.js";
import type { CaseApplication, SenderCaseState } from "./case-state.js";
import { hangs } from "./only-waits.js";

/** The application of a label, created on first use. */
export async function applicationOf(state: SenderCaseState, label = "a"): Promise<CaseApplication> {
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
    granted_types: granted ?? typesOf(run.suite, testCase).all,
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
export interface CaseTypes {
  readonly events: readonly string[];
  readonly callbacks: readonly string[];
  readonly all: readonly string[];
}

/** The types of the events of a case. */
export function typesOf(suite: SenderSuite, { steps }: Pick<SenderCase, "steps">): CaseTypes {
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
