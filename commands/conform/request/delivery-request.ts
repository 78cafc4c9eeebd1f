import { createCipheriv, createHash } from "node:crypto";
import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import {
  type ApplicationBinding,
  batchBody,
  type EncryptionScheme,
  type JsonObject,
  type Protocol,
} from "@oipkit/runtime/webhook";
import { MalformedCase, NotApplicable } from "../errors.js";
import type {
  Change,
  Delivery,
  EncryptionFault,
  EventChange,
  PaddingFault,
  Varied,
} from "../suite/delivery.js";
import type { EventIds } from "../suite/suite.js";
import type { CaseIdentities, CaseIdentity } from "./case-identities.js";
import { changed, edited, varied } from "./change.js";
import { freshEvent } from "./fresh-event.js";
import { changedHeaders, type Outgoing, type Sender } from "./outgoing.js";
import { signedAttempt } from "./signed-attempt.js";

/** The request of one delivery, with the deviations of its case. Throws `MalformedCase`. */
export function deliveryRequest(sender: Sender, identities: CaseIdentities, delivery: Delivery): Outgoing {
  const { protocol } = sender.suite;
  const { eventId, deliveryId } = toIdentity(sender, identities, delivery);
  const event = deliveredEvent(sender, identities, delivery);
  const token = tokenMember(sender, identities, delivery);
  const makeEvent = (other: Delivery): JsonObject => deliveredEvent(sender, identities, other);
  const json = Buffer.from(
    JSON.stringify(deliveredPlaintext(protocol, delivery, { event, token, makeEvent })),
  );
  const plaintext = edited(json, delivery.body);
  const body = edited(sealed(sender, delivery, plaintext), delivery.outer);
  const eventType = textAt(event, protocol.event.type) ?? delivery.example?.subject ?? "";
  const identity = { deliveryId, eventId: textAt(event, protocol.event.id) ?? eventId, eventType };
  const attempt = signedAttempt(sender, identities, { ...delivery, identity, plaintext, body });
  return {
    method: delivery.method ?? "POST",
    query: attempt.query,
    headers: changedHeaders(attempt.headers, delivery.headers, { protocol, fresh: identities.fresh }),
    body: edited(attempt.body, delivery.wire),
    pieceBytes: delivery.pieceBytes,
    chunked: delivery.chunked,
    allowedMs: protocol.callbacks?.eventTypes.includes(eventType)
      ? protocol.callbacks.timeoutSeconds * 1000
      : undefined,
  };
}

/** The event of a delivery, changed, without its token. Throws `MalformedCase`. */
export function deliveredEvent(sender: Sender, identities: CaseIdentities, delivery: Delivery): JsonObject {
  const { eventId } = toIdentity(sender, identities, delivery);
  const event = freshEvent({
    ...sender,
    protocol: sender.suite.protocol,
    event: source(sender.suite, delivery),
    eventId,
    resource: identities.resource(delivery.resource, findIds(sender, delivery)?.resource),
    bind: delivery.bind === true,
  });
  return (delivery.change ?? []).reduce(
    (current, change) =>
      "vary" in change ? varied(current, change) : changed(current, [resolved(change, sender.application)]),
    event,
  );
}

function toIdentity(sender: Sender, identities: CaseIdentities, delivery: Delivery): CaseIdentity {
  const { as = "a", test = false } = delivery;
  return identities.identity(as, { test, shape: findIds(sender, delivery)?.event });
}

function findIds({ suite: { ids = {} } }: Sender, { example }: Delivery): EventIds | undefined {
  if (example === undefined || !Object.hasOwn(ids, example.subject)) return undefined;
  return ids[example.subject];
}

function resolved(change: Exclude<EventChange, Varied>, { id, ...application }: ApplicationBinding): Change {
  if (!("own" in change)) return change;
  const to = { ...application, application: id }[change.own];
  if (to === undefined) throw new NotApplicable(`needs ${change.own}`);
  return { set: change.set, to };
}

function source({ examples }: Sender["suite"], { example, event }: Delivery): JsonObject {
  const found = example === undefined ? event : examples[example.subject]?.[example.case];
  if (found !== undefined) return found;
  throw new MalformedCase(`there is no example ${example?.subject ?? ""}/${example?.case ?? ""}`);
}

/** The transport token as a member of the event; empty if it is left out. */
export function tokenMember(
  sender: Sender,
  identities: CaseIdentities,
  { token }: Pick<Delivery, "token">,
): JsonObject {
  const { property } = sender.suite.protocol.token ?? {};
  if (property === undefined) return {};
  if (token === "missing" || token === "outside") return {};
  if (token === "other") return { [property]: identities.fresh() };
  if (token === "listed") return { [property]: [sender.credentials.verificationToken] };
  return { [property]: token === undefined ? sender.credentials.verificationToken : token.value };
}

/** The body of a plaintext, encrypted if the receiver has encryption on, with the faults of its case. */
export function sealed(
  { suite, credentials, random }: Sender,
  { encryption: fault = {}, token }: Pick<Delivery, "encryption" | "token">,
  plaintext: Uint8Array,
): Uint8Array {
  const { encryption: scheme } = suite.protocol;
  const { encryptKey, verificationToken } = credentials;
  if (encryptKey === undefined || fault.off === true || scheme === undefined) return plaintext;
  const { token: transport } = suite.protocol;
  const extra = token === "outside" && transport ? { [transport.property]: verificationToken } : {};
  const sealOnce = (bytes: Uint8Array): Uint8Array =>
    seal({ scheme, encryptKey, plaintext: bytes, fault, extra, random });
  if (fault.twice === true) return sealOnce(sealOnce(plaintext));
  return sealOnce(plaintext);
}

function textAt(event: JsonObject, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAtPointer(event, pointer);
  if (typeof value === "string") return value;
  return undefined;
}

/** What the plaintext of a delivery is made of. */
interface PlaintextParts {
  /** The event itself. */
  readonly event: JsonObject;
  /** The transport token as a member; empty if there is none. */
  readonly token: JsonObject;
  /** Makes another event of the request. */
  readonly makeEvent: (delivery: Delivery) => JsonObject;
}

/** The event with the token or, if the protocol has batches, a body with all events. Throws `MalformedCase`. */
function deliveredPlaintext(
  { event: { batch } }: Pick<Protocol, "event">,
  delivery: Delivery,
  { event, token, makeEvent }: PlaintextParts,
): unknown {
  const { others = [], empty = false, example, event: whole, bind = false } = delivery;
  if (batch === undefined) {
    if (others.length > 0 || empty) throw new MalformedCase("the protocol has no batches of events");
    return { ...event, ...token };
  }
  if (empty) return batchBody(batch, [], token);
  const source = { ...(example && { example }), ...(whole && { event: whole }), bind };
  return batchBody(batch, [event, ...others.map((other) => makeEvent({ ...source, ...other }))], token);
}

/** A plaintext body to encrypt, and the faults to introduce. */
interface SealOptions {
  readonly scheme: EncryptionScheme;
  readonly encryptKey: string;
  readonly plaintext: Uint8Array;
  readonly fault: EncryptionFault;
  /** Further properties of the outer body. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly random: (size: number) => Uint8Array;
}

/** The outer body of an encrypted delivery, with the faults of its case. */
function seal({ scheme, encryptKey, plaintext, fault, extra, random }: SealOptions): Uint8Array {
  const iv = random(scheme.ivBytes);
  const secret = fault.key === "other" ? `${encryptKey} other` : encryptKey;
  const key = createHash(scheme.keyDerivation).update(secret, "utf8").digest();
  const cipher = createCipheriv(scheme.algorithm, key, iv).setAutoPadding(false);
  const blocks = Buffer.concat([iv, cipher.update(padded(plaintext, fault)), cipher.final()]);
  const sealed = Buffer.concat([
    blocks.subarray(0, fault.keepBytes),
    Buffer.from(fault.appendHex ?? "", "hex"),
  ]);
  const encoded = Buffer.from(sealed.toString(fault.alphabet === "url" ? "base64url" : scheme.encoding));
  const text = Buffer.from(edited(encoded, fault.encoded)).toString("utf8");
  return Buffer.from(JSON.stringify({ [scheme.property]: text, ...extra, ...fault.extra }));
}

const blockBytes = 16;

/** A plaintext in whole blocks: with PKCS#7 padding, or with the fault of its case. Spaces may follow the JSON. */
function padded(
  plaintext: Uint8Array,
  { padding, paddingBytes }: Pick<EncryptionFault, "padding" | "paddingBytes">,
): Uint8Array {
  if (padding === undefined || padding === "broken") {
    const bytes = paddingBytes === undefined ? plaintext : filled(plaintext, paddingBytes);
    const missing = blockBytes - (bytes.length % blockBytes);
    const pkcs7 = Buffer.alloc(missing, missing);
    // No padding ends with 0.
    if (padding === "broken") pkcs7[missing - 1] = 0;
    return Buffer.concat([bytes, pkcs7]);
  }
  const end = faults[padding];
  return Buffer.concat([filled(plaintext, end.length), end]);
}

/** With spaces at the end, so that this many bytes are missing to a whole block. */
function filled(bytes: Uint8Array, missing: number): Uint8Array {
  const spaces = (2 * blockBytes - ((bytes.length + missing) % blockBytes)) % blockBytes;
  return Buffer.concat([bytes, Buffer.alloc(spaces, " ")]);
}

/** The bytes after the JSON. Nine bytes leave room on both sides. */
const faults: Readonly<Record<PaddingFault, Buffer>> = {
  none: Buffer.alloc(0),
  zeros: Buffer.alloc(9),
  "zeros-and-length": Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 9]),
  "others-and-length": Buffer.from([7, 1, 8, 2, 6, 3, 5, 4, 9]),
  bit: Buffer.from([128, 0, 0, 0, 0, 0, 0, 0, 0]),
  "first-wrong": Buffer.from([32, ...Array<number>(15).fill(16)]),
  "middle-wrong": Buffer.from([9, 9, 9, 9, 32, 9, 9, 9, 9]),
  "last-but-one-wrong": Buffer.from([9, 9, 9, 9, 9, 9, 9, 32, 9]),
  seventeen: Buffer.alloc(17, 17),
  "two-blocks": Buffer.alloc(32, 32),
};
