import { randomBytes } from "node:crypto";
import { encrypt } from "./encryption.js";
import { formatInstant } from "./instant.js";
import type { Protocol } from "./protocol.js";
import { sign } from "./signature.js";

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
  // A spread would cost more here than the hash.
  const signature = sign({
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
  const put = (name: string | undefined, value: string | undefined): void => {
    if (name !== undefined && value !== undefined) headers[name] = value;
  };
  put(names.deliveryId, deliveryId);
  put(names.eventId, eventId);
  put(names.eventType, eventType);
  put(names.timestamp, timestamp);
  put(names.nonce, nonce);
  put(names.signature, signature);
  if (isTest) put(names.test, "true");
  return { headers, body };
}

/** Reads headers by their names in lower case. */
function headerReader(headers: Readonly<Record<string, string>>): (name: string) => string | null {
  return (name) => {
    const found = Object.keys(headers).findLast((key) => key.toLowerCase() === name);
    return found === undefined ? null : (headers[found] ?? null);
  };
}

/** Sixteen random bytes as text. */
export function randomHex(random: (size: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString("hex");
}
