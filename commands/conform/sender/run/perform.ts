import { randomUUID } from "node:crypto";
import type { JsonObject } from "@oipkit/runtime/webhook";
import type { Miss } from "../../check/miss.js";
import { MalformedCase } from "../../errors.js";
import { changed } from "../../request/change.js";
import { freshEvent } from "../../request/fresh-event.js";
import { refusalMiss } from "../check/records.js";
import type { ControlOutcome } from "../control.js";
import type { OutcomeExpectation, SaveStep, SenderStep, SentEvent } from "../sender-suite.js";
import {
  advance,
  type CaseApplication,
  caseApplication,
  caseTypes,
  eventIn,
  labelled,
  type SenderCaseState,
  settle,
  urlAnswers,
} from "./case-state.js";

/** Does what a step says, and compares what the sender says with what it must. */
export async function perform(state: SenderCaseState, step: SenderStep): Promise<Miss | undefined> {
  if ("answer" in step) {
    const { at = "a", verification, deliveries } = step.answer;
    const answers = urlAnswers(state, at);
    if (verification !== undefined) answers.verification = verification;
    if (deliveries !== undefined) Object.assign(answers, { deliveries, served: 0 });
    return undefined;
  }
  if ("look" in step) return undefined;
  if ("advance" in step) {
    if (step.advance === "settled") await settle(state);
    else await advance(state, step.advance.seconds * 1000);
    return undefined;
  }
  const application = await caseApplication(state, step.by);
  const missed = await act(state, application, step);
  if (missed === undefined) await advance(state, 0);
  return missed;
}

type ActingStep = Exclude<SenderStep, { answer: unknown } | { look: unknown } | { advance: unknown }>;

async function act(
  state: SenderCaseState,
  application: CaseApplication,
  step: ActingStep,
): Promise<Miss | undefined> {
  const { control } = application;
  if ("verify" in step) return await verify(state, application, step);
  if ("save" in step) return await save(state, application, step);
  if ("publish" in step) {
    const event = publishedEvent(state, application, step.publish);
    state.events.set(step.publish.as ?? "a", event);
    return outcomeMiss("publish the event", await control.publish(event), step.expect);
  }
  if ("test" in step) return outcomeMiss("send the test", await control.test(step.test.type), step.expect);
  if ("callback" in step) {
    const event = publishedEvent(state, application, step.callback);
    state.events.set(step.callback.as ?? "a", event);
    return callbackMiss(await control.callback(event), step.expect.outcome);
  }
  if ("redeliver" in step) {
    const { of = "a", operation = randomUUID() } = step.redeliver;
    const operationId = labelled(state.operations, `redeliver ${operation}`, () => state.identities.fresh());
    const { eventId } = state.identities.identity(of, { test: false });
    return outcomeMiss("redeliver the event", await control.redeliver(eventId, operationId), step.expect);
  }
  if ("resume" in step) await control.resume();
  else if ("change" in step) {
    const { active, granted } = step.change;
    await control.change({
      ...(active !== undefined && { active }),
      ...(granted && { granted_types: granted }),
    });
  } else await turnSecret(state, application, step);
  return undefined;
}

/** Replaces the secret, or ends what was begun before: `credentials` then says which one must sign. */
async function turnSecret(
  state: SenderCaseState,
  application: CaseApplication,
  step: { readonly rotate: "confirmed" | "failed" | "pending" } | { readonly settle: "confirmed" | "failed" },
): Promise<void> {
  const { control, credentials } = application;
  if ("settle" in step) {
    if (credentials.pending === undefined) throw new MalformedCase("no delivery of a secret is pending");
    await control.settle(step.settle === "confirmed");
    application.credentials =
      step.settle === "confirmed"
        ? { ...credentials, secret: credentials.pending, former: credentials.secret, pending: undefined }
        : credentials;
    return;
  }
  const next = await control.rotate(step.rotate);
  state.secrets.add(next);
  application.credentials =
    step.rotate === "confirmed"
      ? { ...credentials, secret: next, former: credentials.secret }
      : { ...credentials, pending: next };
}

async function verify(
  state: SenderCaseState,
  { control }: CaseApplication,
  { verify: { at = "a", as = at }, expect }: Extract<SenderStep, { verify: unknown }>,
): Promise<Miss | undefined> {
  const { proof, ...outcome } = await control.verify(state.base + at);
  if (proof !== undefined) {
    state.proofs.set(as, proof);
    state.secrets.add(proof);
  }
  return outcomeMiss("verify the URL", outcome, expect);
}

async function save(
  state: SenderCaseState,
  application: CaseApplication,
  { save: wish, expect }: SaveStep,
): Promise<Miss | undefined> {
  const { control } = application;
  const { at = "a", proof: label = at } = wish;
  const types = caseTypes(state.run.suite, state.testCase);
  const { subscribed = types.events, callbacks = types.callbacks } = state.testCase.application ?? {};
  const eventTypes = wish.eventTypes ?? (application.saved ? undefined : subscribed);
  const callbackTypes = wish.callbackTypes ?? (application.saved ? undefined : callbacks);
  const proof = state.proofs.get(label);
  const former = wish.revision === "former" ? ((await control.endpoint())?.revision ?? 1) - 1 : undefined;
  const { operation } = wish;
  const outcome = await control.save({
    url: state.base + at,
    ...(eventTypes !== undefined && { event_types: eventTypes }),
    ...(callbackTypes !== undefined && { callback_types: callbackTypes }),
    ...(proof !== undefined && label !== "none" && { proof }),
    ...(former !== undefined && { revision: former }),
    ...(operation !== undefined && {
      operation_id: labelled(state.operations, `save ${operation}`, () => state.identities.fresh()),
    }),
  });
  if (outcome.accepted) application.saved = true;
  return outcomeMiss("save the endpoint", outcome, expect);
}

function publishedEvent(state: SenderCaseState, application: CaseApplication, sent: SentEvent): JsonObject {
  const { run, identities, usedIds } = state;
  const { as: label = "a", change = [] } = sent;
  const { protocol } = run.suite;
  const { eventId } = identities.identity(label, { test: false });
  const resource = identities.resource(label);
  usedIds.add(eventId).add(resource);
  const { credentials, environment, product } = application;
  const event = freshEvent({
    protocol,
    bindings: run.bindings,
    application: { id: credentials.id, environment, ...(product !== undefined && { product }) },
    event: eventIn(run.suite, sent),
    eventId,
    resource,
    bind: true,
  });
  return changed(event, change);
}

function outcomeMiss(
  what: string,
  outcome: ControlOutcome,
  expect: OutcomeExpectation | undefined,
): Miss | undefined {
  if (expect === undefined) return undefined;
  return refusalMiss(what, outcome, expect);
}

function callbackMiss(outcome: string, wanted: readonly string[]): Miss | undefined {
  if (wanted.includes(outcome)) return undefined;
  const text = wanted.join(" or ");
  return {
    aspect: "outcome",
    expected: { value: wanted, text },
    actual: { value: outcome, text: outcome },
    reason: `says that the callback's outcome is ${outcome}, expected ${text}`,
  };
}
