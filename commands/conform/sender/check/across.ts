import { sameContent } from "@oipkit/runtime/webhook";
import type { Received } from "../endpoint/received.js";
import type { AcrossCheck } from "../suite/sender-checks.js";
import { eventOf, objectIn, onlyValue, type RequestFacts, textAt } from "./facts.js";

/** What is wrong with several requests together, in words that follow "the sender"; `undefined` if nothing is. */
type AcrossProblem = (all: readonly Received[], facts: RequestFacts) => string | undefined;

/** The comparisons of requests. */
export const acrossChecks: Readonly<Record<AcrossCheck, AcrossProblem>> = {
  "same-delivery-id": same("delivery id", (each, { protocol }) =>
    onlyValue(each, protocol.headers.deliveryId),
  ),
  "same-event-id": same("event id", (each, { protocol }) => onlyValue(each, protocol.headers.eventId)),
  "same-correlation-id": same("correlation id", (each, facts) =>
    textAt(eventOf(each, facts), facts.protocol.event.correlationId),
  ),
  "same-content": (all, facts) => {
    const [first, ...others] = all.map((each) => eventOf(each, facts));
    if (first === undefined) return "sends a body that can't be read";
    return others.every((each) => each !== undefined && sameContent(each, first))
      ? undefined
      : "changes the content between attempts";
  },
  "same-bytes": (all, { credentials }) => {
    const [first, ...others] = all.map(({ body }) => Buffer.from(body));
    if (credentials.encryptKey !== undefined || first === undefined) return undefined;
    return others.every((each) => each.equals(first))
      ? undefined
      : "serializes the body again for each attempt";
  },
  "fresh-timestamps": freshTimestamps,
  "fresh-nonces": fresh("nonce", (each, { protocol }) => onlyValue(each, protocol.headers.nonce)),
  "fresh-signatures": fresh("signature", (each, { protocol }) => onlyValue(each, protocol.headers.signature)),
  "fresh-ivs": fresh("initialization vector", (each, { protocol }) => {
    const { property = "", ivBytes = 0 } = protocol.encryption ?? {};
    const sealed = objectIn(each.body)?.[property];
    return typeof sealed === "string"
      ? Buffer.from(sealed, "base64").subarray(0, ivBytes).toString("hex")
      : undefined;
  }),
  "fresh-challenges": fresh("challenge", (each, { protocol }) =>
    textAt(objectIn(each.body), `/${protocol.verification?.challengeProperty ?? ""}`),
  ),
  "fresh-tokens": fresh("verification's token", (each, { protocol }) =>
    textAt(objectIn(each.body), `/${protocol.verification?.tokenProperty ?? ""}`),
  ),
  "fresh-event-ids": fresh("event id", (each, { protocol }) => onlyValue(each, protocol.headers.eventId)),
  "fresh-delivery-ids": fresh("delivery id", (each, { protocol }) =>
    onlyValue(each, protocol.headers.deliveryId),
  ),
};

type Reading = (each: Received, facts: RequestFacts) => string | undefined;

function same(what: string, read: Reading): AcrossProblem {
  return (all, facts) => {
    const values = new Set(all.map((each) => read(each, facts)));
    if (values.size <= 1) return undefined;
    return `changes the ${what}: ${[...values].map((each) => each ?? "none").join(", ")}`;
  };
}

function fresh(what: string, read: Reading): AcrossProblem {
  return (all, facts) => {
    const values = all.map((each) => read(each, facts));
    if (values.includes(undefined)) return `sends a request without a ${what}`;
    return new Set(values).size === values.length ? undefined : `sends the same ${what} twice`;
  };
}

/** Two times that are at least a second apart have different timestamps; a retry may come sooner than that (full jitter). */
const apartMs = 1_000;

function freshTimestamps(all: readonly Received[], { protocol }: RequestFacts): string | undefined {
  const seen = new Map<string, number>();
  for (const each of all) {
    const timestamp = onlyValue(each, protocol.headers.timestamp);
    if (timestamp === undefined) return "sends a request without a timestamp";
    const earlierUntil = seen.get(timestamp);
    if (earlierUntil !== undefined && each.from - earlierUntil >= apartMs)
      return `sends the same timestamp at two times: ${timestamp}`;
    if (earlierUntil === undefined) seen.set(timestamp, each.until);
  }
  return undefined;
}
