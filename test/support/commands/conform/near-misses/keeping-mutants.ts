// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { DerivedMutant } from "./derived-mutant.js";

const reserve = "await nonces.reserve(request.nonce, stamp, seconds)";

/** What is stored in place of a nonce. */
const nonceKeys: Readonly<Record<string, string>> = {
  timestamp: "`${stamp} ${request.nonce}`",
  "sent-timestamp": "`${request.stamp} ${request.nonce}`",
  delivery: "`${request.deliveryId} ${request.nonce}`",
  event: "`${request.eventId} ${request.nonce}`",
  type: "`${request.eventType} ${request.nonce}`",
  body: "`${body.length} ${request.nonce}`",
  signature: "`${request.signature} ${request.nonce}`",
  test: '`${request.eventId.startsWith("evt_webhook_test_")} ${request.nonce}`',
  minute: "`${Math.floor(stamp / 60)} ${request.nonce}`",
  resource: '`${/"resource_id":"([^"]*)"/.exec(body.toString("utf8"))?.[1]} ${request.nonce}`',
};

const expiry = "expiries.set(nonce, Math.max(now, stamp) + keptSeconds);";
const drop = (most: number): string =>
  `${expiry}\n      if (expiries.size > ${most}) expiries.delete(expiries.keys().next().value);`;

/** How long a nonce, or how many nonces, are kept. */
const keeping: Readonly<Record<string, string>> = {
  "one-second": "expiries.set(nonce, now + 1);",
  "two-seconds": "expiries.set(nonce, now + 2);",
  "ten-seconds": "expiries.set(nonce, now + 10);",
  "one-minute": "expiries.set(nonce, now + 60);",
  "last-hundred": drop(100),
  "last-half-thousand": drop(500),
  "last-thousand": drop(1000),
  "all-at-once": `${expiry}\n      if (expiries.size > 200) { expiries.clear(); ${expiry} }`,
};

const known = "const known = records.get(id);";
const forgetting = (isOld: string): string =>
  `for (const [old, { at }] of records) { if (!(${isOld})) break; records.delete(old); }\n      const known = records.get(id);\n      record = { ...record, at: known?.at ?? record.at };`;
const commit = "outcome = await inbox.commit({ event, deliveryId, correlationId, test });";
const dated = commit.replace("test }", "test, at: now() }");

/** How long an event, or how many events, are known. */
const periods: Readonly<Record<string, string>> = {
  "one-second": "record.at - at > 1000",
  "one-minute": "record.at - at > 60_000",
  "last-hundred": "records.size >= 100",
  "last-thousand": "records.size >= 1000",
};

const findAll = "find: (id) => [...records.values()].filter(({ event }) => event.event_id === id),";
const find = "find: (id) => (records.has(id) ? [records.get(id)] : []),";

/** What is the key of an event; the others of a request are in what is committed. */
const eventKeys: Readonly<Record<string, string>> = {
  timestamp: "`${record.stamp} ${record.event.event_id}`",
  delivery: "`${record.deliveryId} ${record.event.event_id}`",
  body: "`${record.bytes} ${record.event.event_id}`",
  signature: "`${record.signature} ${record.event.event_id}`",
};

/** Each store that forgets, or whose key has too much in it. */
export const keepingMutants: readonly DerivedMutant[] = [
  ...Object.entries(nonceKeys).map(([name, key]) => ({
    name: `nonce-with-${name}-in-key`,
    near: ["*/near/nonce-store/*"],
    edits: { webhook: [[reserve, `await nonces.reserve(${key}, stamp, seconds)`] as const] },
  })),
  ...Object.entries(keeping).map(([name, set]) => ({
    name: `nonce-kept-${name}`,
    near: ["*/near/nonce-store/*"],
    edits: { nonces: [[expiry, set] as const] },
  })),
  ...Object.entries(periods).map(([name, isOld]) => ({
    name: `event-known-${name}`,
    near: ["*/near/event-store/*"],
    edits: { inbox: [[known, forgetting(isOld)] as const], webhook: [[commit, dated] as const] },
  })),
  ...Object.entries(eventKeys).map(([name, key]) => ({
    name: `event-with-${name}-in-key`,
    near: ["*/near/event-store/*"],
    edits: {
      inbox: [["const id = record.event.event_id;", `const id = ${key};`] as const, [find, findAll] as const],
      webhook: [
        [
          "return await receive(event, request);",
          "return await receive(event, { ...request, bytes: body.length });",
        ],
        [
          "async function receive(event, { deliveryId }) {",
          "async function receive(event, { deliveryId, stamp, bytes, signature }) {",
        ],
        [commit, commit.replace("test }", "test, stamp, bytes, signature }")],
      ] as const,
    },
  })),
];
