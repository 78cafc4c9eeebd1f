import { formatInstant, type Protocol } from "@oipkit/runtime/webhook";
import type { Delivery } from "../suite/delivery.js";
import type { CaseIdentities } from "./case-identities.js";
import { type SentParts, withMovedByte } from "./moved-byte.js";
import type { Outgoing } from "./outgoing.js";
import { queriesOf, withQuery } from "./query.js";
import type { Sender } from "./sender.js";
import { signedHeaders } from "./signed-headers.js";
import { signatureHeader, signatureOf } from "./signing.js";
import { variedText } from "./varied.js";

/** A body to send, and how its signature deviates. */
export interface AttemptOptions
  extends Pick<Delivery, "timestamp" | "nonce" | "signature" | "query" | "moved" | "test"> {
  /** What the headers say about the delivery. */
  readonly identity: Pick<SentParts, "deliveryId" | "eventId" | "eventType">;
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
  /** As it is signed. */
  readonly body: Uint8Array;
}

/** Headers, body and query of a request with a current timestamp, a nonce and a signature, and its deviations. */
export function signedAttempt(
  sender: Sender,
  identities: CaseIdentities,
  options: AttemptOptions,
): Pick<Outgoing, "headers" | "body" | "query"> {
  const { credentials, random, url = "", application } = sender;
  const { protocol } = sender.suite;
  const { identity, plaintext, body, signature: fault = {} } = options;
  const { fresh } = identities;
  const query = queriesOf(options.query);
  const nonce = nonceOf(identities, options);
  const timestamp = timestampOf(sender, options);
  const others = signedHeaders(sender, fresh);
  const correct = { ...identity, timestamp, nonce, body, others };
  const all = [...others, ...identifying(protocol, correct)];
  const header = (name: string): string | null =>
    all.find(([other]) => other.toLowerCase() === name)?.[1] ?? null;
  const { others: _, ...signed } = { ...correct, url: withQuery(url, query.signed), header };
  const entries = signatureOf({
    ...{ protocol, credentials, application: application.id, fault, plaintext, fresh, random },
    parts: signed,
  });
  const sent = withMovedByte(protocol, correct, options.moved);
  const { headers: names } = protocol;
  return {
    headers: [
      ...sent.others,
      ...identifying(protocol, sent),
      [names.signature, signatureHeader(protocol, fault, { entries, timestamp: sent.timestamp })],
      ...(options.test === true && names.test !== undefined ? [[names.test, "true"] as const] : []),
    ],
    body: sent.body,
    query: query.sent,
  };
}

/** The headers with a role, except the signature. */
function identifying({ headers: names }: Protocol, parts: Omit<SentParts, "body">): Outgoing["headers"] {
  const named: readonly (readonly [name: string | undefined, value: string])[] = [
    [names.deliveryId, parts.deliveryId],
    [names.eventId, parts.eventId],
    [names.eventType, parts.eventType],
    [names.timestamp, parts.timestamp],
    [names.nonce, parts.nonce],
  ];
  return named.flatMap(([name, value]) => (name === undefined ? [] : [[name, value] as const]));
}

function timestampOf({ suite, now }: Sender, { timestamp }: AttemptOptions): string {
  const seconds = Math.floor(now() / 1000) + (timestamp?.offset ?? 0);
  const text = formatInstant(suite.protocol.timestamp?.unit ?? "seconds", seconds * 1000);
  return (timestamp?.format ?? "{seconds}")
    .replaceAll("{seconds}", text)
    .replaceAll("{hex}", seconds.toString(16))
    .replaceAll("{head}", text.slice(0, 1))
    .replaceAll("{tail}", text.slice(1))
    .replaceAll("{date}", formatInstant("iso8601", seconds * 1000));
}

function nonceOf(identities: CaseIdentities, { nonce }: AttemptOptions): string {
  return typeof nonce === "object"
    ? variedText(identities.nonce(nonce.of), nonce.as)
    : identities.nonce(nonce);
}
