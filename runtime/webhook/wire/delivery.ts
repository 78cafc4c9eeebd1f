import { randomBytes } from "node:crypto";
import { valueAtPointer } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import { BatchUnsupported, batchBody } from "./batch-body.js";
import { encrypt } from "./encryption.js";
import { formatInstant } from "./instant.js";
import type { PublicKey } from "./key-pair.js";
import type { Protocol } from "./protocol.js";
import { sign } from "./signature.js";

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

/** One attempt, ready to be posted. */
export interface SignedDelivery {
  /** By the protocol's spelling. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body; its bytes are what the signature covers. */
  readonly body: Uint8Array;
}

/**
 * Creates one delivery as the platform sends it: token added, encrypted if an Encrypt Key is given,
 * signed with the first secret under a fresh nonce. If the event lacks an id or type, its header is empty. Throws
 * `KeyMalformed` for a secret that isn't in the protocol's form, and `BatchUnsupported` for several events without batches.
 */
export function signDelivery(options: SignDeliveryOptions): SignedDelivery {
  const { protocol, secrets, encryptKey, url } = options;
  const { now = Date.now, random = randomBytes } = options;
  const [secret = ""] = secrets;
  const events = Array.isArray(options.event) ? options.event : [options.event];
  const { batch } = protocol.event;
  if (batch === undefined && events.length !== 1) throw new BatchUnsupported();
  const [event = {}] = events as readonly JsonObject[];
  const token = tokenMember(options);
  const content = batch === undefined ? { ...event, ...token } : batchBody(batch, events, token);
  const plaintext = Buffer.from(JSON.stringify(content), "utf8");
  const body =
    encryptKey === undefined ? plaintext : encrypt({ protocol, encryptKey, body: plaintext, random });
  const { headers: names } = protocol;
  const timestamp = protocol.timestamp && formatInstant(protocol.timestamp.unit, now());
  const nonce = protocol.nonce && randomHex(random);
  const eventId = identityOf(event, protocol.event.id) ?? options.eventId ?? `event_${randomHex(random)}`;
  const eventType = identityOf(event, protocol.event.type) ?? options.eventType ?? "";
  const deliveryId = options.deliveryId ?? `delivery_${randomHex(random)}`;
  const { testIdPrefix } = protocol.event;
  const isTest = testIdPrefix !== undefined && eventId.startsWith(testIdPrefix);
  const further = { "content-type": "application/json", ...options.headers };
  const others = new Map(Object.entries(further).map(([name, value]) => [name.toLowerCase(), value]));
  const signature = sign({
    ...{ protocol, secret, timestamp, nonce, deliveryId, eventId, eventType, body, url },
    random: options.random,
    header: (name) => others.get(name) ?? null,
  });
  const named: readonly (readonly [name: string | undefined, value: string | undefined])[] = [
    [names.deliveryId, deliveryId],
    [names.eventId, eventId],
    [names.eventType, eventType],
    [names.timestamp, timestamp],
    [names.nonce, nonce],
    [names.signature, signature],
    [names.test, isTest ? "true" : undefined],
  ];
  const headers: Record<string, string> = { ...further };
  for (const [name, value] of named) if (name !== undefined && value !== undefined) headers[name] = value;
  return { headers, body };
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

function randomHex(random: (size: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString("hex");
}
