import { randomBytes } from "node:crypto";
import { OipkitError } from "../../errors.js";
import { fromPointer, valueAtPointer } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json.js";
import type { JsonContainer } from "./body.js";
import { encrypt } from "./encryption.js";
import type { PublicKey } from "./key-pair.js";
import type { Protocol } from "./protocol.js";
import { signatureHeaders } from "./signature.js";
import { formatInstant } from "./timestamp.js";

/** What both ends of an endpoint share. */
export interface DeliveryCredentials {
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
export interface SignDeliveryOptions extends DeliveryCredentials {
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
  const eventId = identityText(event, protocol.event.id) ?? options.eventId ?? `event_${randomHex(random)}`;
  const eventType = identityText(event, protocol.event.type) ?? options.eventType ?? "";
  const deliveryId = options.deliveryId ?? `delivery_${randomHex(random)}`;
  const { encryptKey, url, headers } = options;
  return signBody({
    protocol,
    secret,
    body,
    deliveryId,
    eventId,
    eventType,
    encryptKey,
    url,
    headers,
    now,
    random: options.random,
  });
}

function tokenMember({ protocol, verificationToken }: SignDeliveryOptions): JsonObject {
  if (protocol.token === undefined) return {};
  return { [protocol.token.property]: verificationToken };
}

/** The text at a pointer, empty if there is none; `undefined` without a pointer. */
function identityText(event: JsonObject, pointer: string | undefined): string | undefined {
  if (pointer === undefined) return undefined;
  const value = valueAtPointer(event, pointer);
  if (typeof value === "string") return value;
  return "";
}

/** A body to deliver, and what goes with it. */
export interface SignBodyOptions {
  readonly protocol: Protocol;
  /** The signing secret; for an algorithm with a key pair, the private key in PEM. */
  readonly secret: string;
  /** The plaintext, verification token included. */
  readonly body: Uint8Array;
  readonly deliveryId: string;
  readonly eventId: string;
  /** Empty if there is none. */
  readonly eventType: string;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
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
 * Creates one attempt of a delivery whose plaintext exists already: encrypted if an Encrypt Key is given, signed under a fresh
 * nonce at the present time. Throws `KeyMalformed` for a secret that isn't in the protocol's form, and `EncryptionUnsupported`.
 */
export function signBody(options: SignBodyOptions): SignedDelivery {
  const { protocol, secret, encryptKey, url, deliveryId, eventId, eventType } = options;
  const { now = Date.now, random = randomBytes } = options;
  const body =
    encryptKey === undefined ? options.body : encrypt({ protocol, encryptKey, body: options.body, random });
  const { headers: names } = protocol;
  const timestamp = protocol.timestamp && formatInstant(protocol.timestamp.unit, now());
  const nonce = protocol.nonce && randomHex(random);
  const { testIdPrefix } = protocol.event;
  const isTest = testIdPrefix !== undefined && eventId.startsWith(testIdPrefix);
  const headers: Record<string, string> = { "content-type": "application/json", ...options.headers };
  const put = (name: string | undefined, value: string | undefined): void => {
    if (name !== undefined && value !== undefined) headers[name] = value;
  };
  put(names.deliveryId, deliveryId);
  put(names.eventId, eventId);
  put(names.eventType, eventType);
  put(names.timestamp, timestamp);
  put(names.nonce, nonce);
  // A spread would cost more here than the hash.
  const signing = signatureHeaders({
    protocol,
    secret,
    timestamp,
    nonce,
    deliveryId,
    eventId,
    eventType,
    body,
    url,
    random: options.random,
    header: headerReader(headers),
  });
  for (const name in signing) headers[name] = signing[name] ?? "";
  if (isTest) put(names.test, "true");
  return { headers, body };
}

/** Reads headers by their names in lower case. */
function headerReader(headers: Readonly<Record<string, string>>): (name: string) => string | null {
  return (name) => {
    const found = Object.keys(headers).findLast((key) => key.toLowerCase() === name);
    if (found === undefined) return null;
    return headers[found] ?? null;
  };
}

/** Sixteen random bytes as text. */
function randomHex(random: (size: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString("hex");
}

/** Several events were given, yet the protocol has one in each delivery. */
export class BatchUnsupported extends OipkitError {
  readonly code = "batch-unsupported";

  constructor() {
    super("several events were given, but the protocol has one in each delivery");
  }
}

/**
 * A body with events in the array at a JSON Pointer, inside objects that have nothing else, and further members at the top; an
 * array at the top has none.
 */
export function batchBody(
  pointer: string,
  events: readonly JsonObject[],
  members: JsonObject,
): JsonContainer {
  const [first, ...rest] = fromPointer(pointer);
  if (first === undefined) return events;
  const inner = rest.reduceRight<unknown>((value, token) => ({ [token]: value }), events);
  return { [first]: inner, ...members };
}
