import { randomBytes } from "node:crypto";
import { valueAtPointer } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import { BatchUnsupported, batchBody } from "./batch-body.js";
import type { PublicKey } from "./key-pair.js";
import type { Protocol } from "./protocol.js";
import { randomHex, type SignedDelivery, signBody } from "./sign-body.js";

/** What both ends of an endpoint share. */
export interface Credentials {
  /** Signing secrets, the current one first; for an algorithm with a key pair, the private keys in PEM. */
  readonly secrets: readonly string[];
  /** The platform's public keys, to verify with; only for an algorithm with a key pair. */
  readonly publicKeys?: readonly PublicKey[] | undefined;
  /** Set if and only if the protocol has a token. */
  readonly verificationToken?: string | undefined;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
}

/** An event to deliver, and the credentials to sign it with. */
export interface SignDeliveryOptions extends Credentials {
  readonly protocol: Protocol;
  /** The event without its transport token; for a protocol with batches, also several. */
  readonly event: JsonObject | readonly JsonObject[];
  /** The event's id, if only a header has it. Default: a fresh one. */
  readonly eventId?: string | undefined;
  /** The event's name, if only a header has it. */
  readonly eventType?: string | undefined;
  /** Default: a fresh one. A retry keeps it. */
  readonly deliveryId?: string | undefined;
  /** Further headers, for a signature that covers them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The address to post to with its query, for a signature that covers it. */
  readonly url?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Returns that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
}

/**
 * Creates one delivery as the platform sends it: token added, encrypted if an Encrypt Key is given,
 * signed with the first secret under a fresh nonce. If the event lacks an id or type, its header is empty. Throws
 * `KeyMalformed` for a secret that isn't in the protocol's form, and `BatchUnsupported` for several events without batches.
 */
export function signDelivery(options: SignDeliveryOptions): SignedDelivery {
  const { protocol, secrets } = options;
  const { now = Date.now, random = randomBytes } = options;
  const [secret = ""] = secrets;
  const events = Array.isArray(options.event) ? options.event : [options.event];
  const { batch } = protocol.event;
  if (batch === undefined && events.length !== 1) throw new BatchUnsupported();
  const [event = {}] = events as readonly JsonObject[];
  const token = tokenMember(options);
  const content = batch === undefined ? { ...event, ...token } : batchBody(batch, events, token);
  const body = Buffer.from(JSON.stringify(content), "utf8");
  const eventId = identityOf(event, protocol.event.id) ?? options.eventId ?? `event_${randomHex(random)}`;
  const eventType = identityOf(event, protocol.event.type) ?? options.eventType ?? "";
  const deliveryId = options.deliveryId ?? `delivery_${randomHex(random)}`;
  const { encryptKey, url, headers } = options;
  return signBody({
    ...{ protocol, secret, body, deliveryId, eventId, eventType, encryptKey, url, headers, now },
    random: options.random,
  });
}

function tokenMember({ protocol, verificationToken }: SignDeliveryOptions): JsonObject {
  return protocol.token === undefined ? {} : { [protocol.token.property]: verificationToken };
}

/** The text at a pointer, empty if there is none; `undefined` without a pointer. */
function identityOf(event: JsonObject, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined;
  const value = valueAtPointer(event, pointer);
  return typeof value === "string" ? value : "";
}
