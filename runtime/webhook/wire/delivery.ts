import { randomBytes } from "node:crypto";
import { valueAtPointer } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json-object.js";
import { encrypt } from "./encryption.js";
import type { Protocol } from "./protocol.js";
import { sign } from "./signature.js";

/** What both ends of an endpoint share. */
export interface Credentials {
  /** Signing secrets, the current one first. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  /** Set if and only if encryption is on. */
  readonly encryptKey?: string | undefined;
}

/** An event to deliver, and the credentials to sign it with. */
export interface SignDeliveryOptions extends Credentials {
  readonly protocol: Protocol;
  /** The event without its transport token. */
  readonly event: JsonObject;
  /** Default: a fresh one. A retry keeps it. */
  readonly deliveryId?: string | undefined;
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
 * signed with the first secret under a fresh nonce. If the event lacks an id or type, its header is empty.
 */
export function signDelivery(options: SignDeliveryOptions): SignedDelivery {
  const { protocol, event, secrets, verificationToken, encryptKey } = options;
  const { now = Date.now, random = randomBytes } = options;
  const [secret = ""] = secrets;
  const plaintext = Buffer.from(
    JSON.stringify({ ...event, [protocol.token.property]: verificationToken }),
    "utf8",
  );
  const body =
    encryptKey === undefined ? plaintext : encrypt({ protocol, encryptKey, body: plaintext, random });
  const timestamp = String(Math.floor(now() / 1000));
  const nonce = randomHex(random);
  const { headers: names } = protocol;
  const eventId = textAt(event, protocol.event.id);
  const { testIdPrefix } = protocol.event;
  const isTest = testIdPrefix !== undefined && eventId.startsWith(testIdPrefix);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    [names.deliveryId]: options.deliveryId ?? `delivery_${randomHex(random)}`,
    [names.eventId]: eventId,
    [names.eventType]: textAt(event, protocol.event.type),
    [names.timestamp]: timestamp,
    [names.nonce]: nonce,
    [names.signature]: sign({ protocol, secret, timestamp, nonce, body }),
  };
  if (isTest && names.test !== undefined) headers[names.test] = "true";
  return { headers, body };
}

function textAt(event: JsonObject, pointer: string): string {
  const value = valueAtPointer(event, pointer);
  return typeof value === "string" ? value : "";
}

function randomHex(random: (size: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString("hex");
}
