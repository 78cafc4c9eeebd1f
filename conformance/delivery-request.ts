import {
  type ApplicationBinding,
  type Credentials,
  encrypt,
  type JsonObject,
  type Protocol,
  sign,
} from "../runtime/webhook/index.js";
import { parsePointer, resolvePointer } from "../runtime/webhook/pointer.js";
import { edited } from "./bytes.js";
import type { Cast } from "./cast.js";
import { changed } from "./change.js";
import { MalformedCase } from "./errors.js";
import { type ExampleBindings, freshEvent } from "./fresh-event.js";
import { changedHeaders, type Outgoing } from "./outgoing.js";
import type { Delivery, EncryptionFault, SignatureFault, Suite } from "./suite.js";

/** What it takes to make the requests of a case. */
export interface Sender {
  readonly suite: Suite;
  readonly bindings: ExampleBindings;
  readonly credentials: Credentials;
  readonly application: ApplicationBinding;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** The request of one delivery, with the deviations that its case asks for. Throws `MalformedCase`. */
export function deliveryRequest(sender: Sender, cast: Cast, delivery: Delivery): Outgoing {
  const { suite, credentials } = sender;
  const { protocol } = suite;
  const test = delivery.test === true;
  const { eventId, deliveryId } = cast.identity(delivery.as ?? "a", test);
  const event = changed(
    freshEvent({
      ...sender,
      protocol,
      event: source(suite, delivery),
      eventId,
      resource: cast.resource,
      bind: delivery.bind === true,
    }),
    delivery.change ?? [],
  );
  const plaintext = edited(
    Buffer.from(JSON.stringify(withToken(sender, cast, delivery, event))),
    delivery.body,
  );
  const signed = sealed(sender, plaintext, delivery.encryption);
  const seconds = Math.floor(sender.now() / 1000) + (delivery.timestamp?.offset ?? 0);
  const timestamp = (delivery.timestamp?.format ?? "{seconds}").replaceAll("{seconds}", String(seconds));
  const nonce = cast.nonce(delivery.nonce);
  const signature = signatureOf({
    protocol,
    credentials,
    cast,
    fault: delivery.signature ?? {},
    timestamp,
    nonce,
    body: signed,
  });
  const { headers: names } = protocol;
  const isTest = test && names.test !== undefined;
  const headers: Outgoing["headers"] = [
    ["content-type", "application/json"],
    [names.deliveryId, deliveryId],
    [names.eventId, textAt(event, protocol.event.id) ?? eventId],
    [names.eventType, textAt(event, protocol.event.type) ?? delivery.example?.subject ?? ""],
    [names.timestamp, timestamp],
    [names.nonce, nonce],
    [names.signature, signature],
    ...(isTest ? [[names.test ?? "", "true"] as const] : []),
  ];
  return {
    method: delivery.method ?? "POST",
    headers: changedHeaders(headers, delivery.headers, { protocol, fresh: cast.fresh }),
    body: edited(signed, delivery.wire),
  };
}

function source(suite: Suite, { example, event }: Delivery): JsonObject {
  const found = example === undefined ? event : suite.examples[example.subject]?.[example.case];
  if (found !== undefined) return found;
  throw new MalformedCase(`there is no example ${example?.subject ?? ""}/${example?.case ?? ""}`);
}

function withToken(sender: Sender, cast: Cast, { token }: Delivery, event: JsonObject): JsonObject {
  const { property } = sender.suite.protocol.token;
  if (token === "missing") return event;
  if (token === "other") return { ...event, [property]: cast.fresh() };
  return { ...event, [property]: token === undefined ? sender.credentials.verificationToken : token.value };
}

function sealed(sender: Sender, plaintext: Uint8Array, fault: EncryptionFault = {}): Uint8Array {
  const { protocol } = sender.suite;
  const { encryptKey } = sender.credentials;
  if (encryptKey === undefined || fault.off === true || protocol.encryption === undefined) return plaintext;
  const { property, encoding } = protocol.encryption;
  const key = fault.key === "other" ? `${encryptKey} other` : encryptKey;
  const outer = Buffer.from(encrypt({ protocol, encryptKey: key, body: plaintext, random: sender.random }));
  const text: string = JSON.parse(outer.toString("utf8"))[property];
  const kept = Buffer.from(text, encoding).subarray(0, fault.keepBytes);
  const written = kept.toString(fault.alphabet === "url" ? "base64url" : encoding);
  return Buffer.from(JSON.stringify({ [property]: written, ...fault.extra }));
}

interface SignatureOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly cast: Cast;
  readonly fault: SignatureFault;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
}

function signatureOf(options: SignatureOptions): string {
  const { protocol, credentials, cast, fault, timestamp, nonce, body } = options;
  const [current = "", previous = ""] = credentials.secrets;
  const secret = { current, previous, other: cast.fresh() }[fault.secret ?? "current"];
  const parts = fault.swapped === true ? { timestamp: nonce, nonce: timestamp } : { timestamp, nonce };
  const { prefix } = protocol.signature;
  let digits = sign({ protocol, secret, ...parts, body }).slice(prefix.length);
  if (fault.altered === true) digits = (digits.startsWith("0") ? "1" : "0") + digits.slice(1);
  if (fault.upperCase === true) digits = digits.toUpperCase();
  if (fault.digits !== undefined) digits = digits.slice(0, fault.digits).padEnd(fault.digits, "0");
  return (fault.prefix ?? prefix) + digits;
}

function textAt(event: JsonObject, pointer: string): string | undefined {
  const value = resolvePointer(event, parsePointer(pointer));
  return typeof value === "string" ? value : undefined;
}
