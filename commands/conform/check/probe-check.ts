import { isDeepStrictEqual } from "node:util";
import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Credentials, Protocol } from "@oipkit/runtime/webhook";
import { ProbeFailed } from "../errors.js";
import type { ProbeClient, ProbeRecord, ProbeResource } from "../exchange/probe.js";
import type { CaseIdentities } from "../request/case-identities.js";
import { variedText } from "../request/change.js";
import type { Outgoing } from "../request/outgoing.js";
import type { InboxCheck, Needle, ProbeCheck, ResourceCheck } from "../suite/suite.js";
import type { Miss } from "./miss.js";

/** The facts of a case that a probe may be queried for. */
interface ProbeFacts {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly identities: CaseIdentities;
  /** All requests of the case so far. */
  readonly sent: readonly Outgoing[];
  /** Whether to keep polling for something that happens after the answer; waits a moment before it returns. */
  readonly again: (attempt: number) => Promise<boolean>;
}

/** What is wrong according to the probe, or `undefined` if nothing. */
export async function probeMiss(
  probe: ProbeClient,
  check: ProbeCheck,
  facts: ProbeFacts,
): Promise<Miss | undefined> {
  if ("free" in check) return await leak(probe, check.free, facts);
  if ("resource" in check) return await misplaced(probe, check.resource, facts);
  const { of, as } = check.inbox;
  const { eventId, deliveryId } = facts.identities.identity(of, { test: false });
  const { headers, event } = facts.protocol;
  // Without an id of its own, an event has that of its delivery.
  const hasOwnId =
    event.id !== undefined || headers.eventId !== undefined || headers.deliveryId === undefined;
  const sentId = hasOwnId ? eventId : deliveryId;
  const records = await probe.inbox(as === undefined ? sentId : variedText(sentId, as));
  return misrecorded(records, check.inbox, { ...facts, deliveryId });
}

/** Minimum length of a credential that can be distinguished from other text. */
const leastNeedle = 8;

async function leak(
  probe: ProbeClient,
  kinds: readonly Needle[],
  facts: ProbeFacts,
): Promise<Miss | undefined> {
  for (const kind of kinds) {
    const name = kind.replaceAll("-", " ");
    for (const needle of needles(kind, facts)) {
      // Such a text occurs in many unrelated places.
      if (needle.length < leastNeedle) throw new ProbeFailed(`the ${name} is too short to search for`);
      if (!(await probe.leaks(needle))) continue;
      return {
        aspect: "leak",
        expected: { value: false, text: `no ${name} in store or log` },
        actual: { value: true, text: `the ${name} in it` },
        reason: `keeps the ${name} in its store or log`,
      };
    }
  }
  return undefined;
}

function needles(kind: Needle, { credentials, sent }: ProbeFacts): readonly string[] {
  switch (kind) {
    case "token":
      return [credentials.verificationToken ?? ""].filter(Boolean);
    case "secret":
      return credentials.secrets;
    case "encrypt-key":
      if (credentials.encryptKey === undefined) return [];
      return [credentials.encryptKey];
    case "challenge":
      return sent.flatMap(({ challenge }) => challenge ?? []);
    case "challenge-token":
      return sent.flatMap(({ challengeToken }) => challengeToken ?? []);
  }
}

function misrecorded(
  records: readonly ProbeRecord[],
  check: InboxCheck,
  facts: ProbeFacts & { readonly deliveryId: string },
): Miss | undefined {
  const { records: wanted, test, holds = [], lacks = [], tokenFree, identified } = check;
  const miss = (expected: [unknown, string], actual: [unknown, string], reason: string): Miss => ({
    aspect: "inbox",
    expected: { value: expected[0], text: expected[1] },
    actual: { value: actual[0], text: actual[1] },
    reason,
  });
  const count = (n: number): [number, string] => [n, `${n} ${n === 1 ? "record" : "records"} of the event`];
  if (records.length !== wanted) {
    const [, text] = count(records.length);
    return miss(count(wanted), count(records.length), `keeps ${text}, expected ${wanted}`);
  }
  const [record] = records;
  if (record === undefined) return undefined;
  if (test !== undefined && record.test !== test) {
    const said = (is: boolean): [boolean, string] => [
      is,
      is ? "recorded as a test" : "not recorded as a test",
    ];
    const reason = test ? "doesn't record the event as a test" : "records the event as a test";
    return miss(said(test), said(record.test), reason);
  }
  const token = facts.protocol.token?.property;
  if (tokenFree === true && token !== undefined && Object.hasOwn(record.event, token)) {
    const reason = "keeps the verification token with the event";
    return miss([false, "the event without its token"], [true, "the token with it"], reason);
  }
  const at = (pointer: string): unknown => valueAtPointer(record.event, pointer);
  const lost = holds.find(({ at: pointer, is }) => !isDeepStrictEqual(at(pointer), is));
  if (lost !== undefined) {
    const seen = at(lost.at);
    const reason = `lost what was sent in the event at ${lost.at}`;
    return miss(
      [lost.is, JSON.stringify(lost.is)],
      [seen ?? null, JSON.stringify(seen) ?? "nothing"],
      reason,
    );
  }
  const added = lacks.find((pointer) => at(pointer) !== undefined);
  if (added !== undefined) {
    const reason = `keeps the event with data at ${added} that was never sent`;
    return miss([null, "nothing"], [at(added), JSON.stringify(at(added))], reason);
  }
  if (identified === true) return misidentified(record, facts, miss);
  return undefined;
}

function misidentified(
  record: ProbeRecord,
  { protocol, deliveryId }: ProbeFacts & { readonly deliveryId: string },
  miss: (expected: [unknown, string], actual: [unknown, string], reason: string) => Miss,
): Miss | undefined {
  // Without a delivery id in the protocol, a record may have any.
  if (protocol.headers.deliveryId !== undefined && record.delivery_id !== deliveryId) {
    const reason = "keeps the record under a delivery id other than the one sent";
    return miss([deliveryId, deliveryId], [record.delivery_id, String(record.delivery_id)], reason);
  }
  const { correlationId, id, type } = protocol.event;
  const own = (place: string | undefined): unknown => {
    if (place === undefined) return undefined;
    return valueAtPointer(record.event, place);
  };
  const other = [
    { name: "event id", seen: record.event_id, sent: own(id) },
    { name: "event type", seen: record.event_type, sent: own(type) },
  ].find(({ seen, sent }) => sent !== undefined && seen !== sent);
  if (other !== undefined) {
    const reason = `keeps the record under an ${other.name} other than the event's`;
    return miss([other.sent, String(other.sent)], [other.seen ?? null, String(other.seen)], reason);
  }
  if (correlationId === undefined) return undefined;
  const sent = valueAtPointer(record.event, correlationId) ?? null;
  if (record.correlation_id !== sent) {
    const reason = "keeps the record under a correlation id other than the one sent";
    return miss([sent, String(sent)], [record.correlation_id, String(record.correlation_id)], reason);
  }
  return undefined;
}

/** Events are applied after the answer, so a state may still change. */
async function misplaced(
  probe: ProbeClient,
  check: ResourceCheck,
  facts: ProbeFacts,
): Promise<Miss | undefined> {
  const id = facts.identities.resource(check.of);
  let shown = await probe.resource(id);
  for (let attempt = 0; !stands(shown, check) && (await facts.again(attempt)); attempt += 1) {
    shown = await probe.resource(id);
  }
  if (stands(shown, check)) return undefined;
  const wanted =
    "below" in check ? `a version below ${check.below}` : placeText(check.applied, check.pending);
  const seen = placeText(shown.applied_version, shown.pending_versions);
  return {
    aspect: "resource",
    expected: {
      value: "below" in check ? { below: check.below } : { applied: check.applied, pending: check.pending },
      text: wanted,
    },
    actual: { value: { applied: shown.applied_version, pending: shown.pending_versions }, text: seen },
    reason: `holds the resource at ${seen}, expected ${wanted}`,
  };
}

function stands({ applied_version, pending_versions }: ProbeResource, check: ResourceCheck): boolean {
  if ("below" in check) return (applied_version ?? 0) < check.below;
  const { applied, pending } = check;
  const sorted = (versions: readonly number[]): number[] => [...versions].sort((a, b) => a - b);
  return (
    (applied_version ?? 0) === (applied ?? 0) && isDeepStrictEqual(sorted(pending_versions), sorted(pending))
  );
}

function placeText(applied: number | null, pending: readonly number[]): string {
  const waiting = pending.length === 0 ? "nothing pending" : `${pending.join(", ")} pending`;
  return `${applied === null || applied === 0 ? "no version" : `version ${applied}`}, ${waiting}`;
}
