import type { Miss } from "../../check/miss.js";
import { NotApplicable } from "../../errors.js";
import { isVerification, objectIn } from "../check/facts.js";
import { endpointMiss, recordsMiss } from "../check/records.js";
import { requestsMiss } from "../check/requests.js";
import type { SenderNeedle, SenderStep } from "../sender-suite.js";
import { type CaseApplication, caseApplication, type SenderCaseState } from "./case-state.js";

/** A shorter text occurs by chance. */
const leastNeedle = 8;

/** Compares what a step must have led to with what is seen after it. */
export async function look(state: SenderCaseState, step: SenderStep): Promise<Miss | undefined> {
  const { requests = [], deliveries = [], endpoint, free = [], audited, by } = step;
  const application = await caseApplication(state, by);
  const findEventId = (label: string): string => state.identities.identity(label, { test: false }).eventId;
  for (const check of requests) {
    const missed = requestsMiss(check, requestFacts(state, application, check));
    if (missed !== undefined) return missed;
  }
  if (deliveries.length > 0) {
    const records = await application.control.deliveries();
    for (const check of deliveries) {
      const missed = recordsMiss(check, { records, findEventId, usedIds: state.usedIds });
      if (missed !== undefined) return missed;
    }
  }
  if (endpoint !== undefined) {
    const missed = endpointMiss(
      endpoint,
      await application.control.endpoint(),
      (label) => state.base + label,
    );
    if (missed !== undefined) return missed;
  }
  if (audited !== undefined) {
    const entries = await application.control.audit();
    const times = entries.filter(({ event_id }) => event_id === findEventId(audited.of)).length;
    if (times !== audited.times) return auditMiss(times, audited.times);
  }
  if (step.ownCredentials === true && shareCredentials(state)) return sharedMiss;
  return await findLeak(state, application, free);
}

function shareCredentials({ applications }: SenderCaseState): boolean {
  const all = [...applications.values()].flatMap(({ credentials: { secret, token, encryptKey } }) =>
    [secret, token, encryptKey].filter((text) => text !== undefined),
  );
  return new Set(all).size < all.length;
}

const sharedMiss: Miss = {
  aspect: "record",
  expected: { value: "own", text: "own credentials of each application" },
  actual: { value: "shared", text: "a shared credential" },
  reason: "gives two applications the same credential",
};

function requestFacts(
  state: SenderCaseState,
  application: CaseApplication,
  {
    signedWith = "current",
    of = "a",
  }: { readonly signedWith?: "current" | "former" | "pending"; readonly of?: string },
): Parameters<typeof requestsMiss>[1] {
  const { suite } = state.run;
  const { credentials, product, environment } = application;
  return {
    protocol: suite.protocol,
    credentials,
    signedWith,
    event: state.events.get(of),
    usedIds: state.usedIds,
    findExamples: (type) => Object.values(suite.examples[type] ?? {}),
    requestUrl: ({ at, query }) => state.base + at + (query === undefined ? "" : `?${query}`),
    received: state.received,
    findEventId: (label) => state.identities.identity(label, { test: false }).eventId,
    own: { product, environment, application: credentials.id },
  };
}

function auditMiss(times: number, wanted: number): Miss {
  return {
    aspect: "record",
    expected: { value: wanted, text: `${wanted} entries` },
    actual: { value: times, text: `${times} entries` },
    reason: `has audited the redelivery ${times} times, expected ${wanted}`,
  };
}

async function findLeak(
  state: SenderCaseState,
  application: CaseApplication,
  needles: readonly SenderNeedle[],
): Promise<Miss | undefined> {
  for (const needle of needles) {
    for (const text of needleTexts(needle, state, application)) {
      if (text.length < leastNeedle)
        throw new NotApplicable(`needs a ${needle} of at least ${leastNeedle} characters`);
      if (!(await state.run.control.leaks(text))) continue;
      return {
        aspect: "leak",
        expected: { value: false, text: `no ${needle} in the store and the log` },
        actual: { value: true, text: `the ${needle} in the store or the log` },
        reason: `has the ${needle} in its store or log`,
      };
    }
  }
  return undefined;
}

function needleTexts(
  needle: SenderNeedle,
  state: SenderCaseState,
  { credentials }: CaseApplication,
): readonly string[] {
  const { protocol } = state.run.suite;
  const { challengeProperty, tokenProperty } = protocol.verification ?? {};
  const sent = (property: string | undefined): readonly string[] =>
    state.received
      .filter((each) => isVerification(each, protocol))
      .map(({ body }) => objectIn(body)?.[property ?? ""])
      .filter((value): value is string => typeof value === "string");
  switch (needle) {
    case "token":
      return [credentials.token];
    case "secret":
      return [credentials.secret, credentials.former, credentials.pending].filter(
        (text) => text !== undefined,
      );
    case "encrypt-key":
      if (credentials.encryptKey === undefined) return [];
      return [credentials.encryptKey];
    case "challenge":
      return sent(challengeProperty);
    case "challenge-token":
      return sent(tokenProperty);
    case "proof":
      return [...state.proofs.values()];
  }
}
