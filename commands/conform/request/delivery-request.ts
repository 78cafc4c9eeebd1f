import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { type ApplicationBinding, batchBody, type JsonObject, type Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase, NotApplicable } from "../errors.js";
import type { Change, Delivery, EventChange, Varied } from "../suite/delivery.js";
import type { EventIds } from "../suite/suite.js";
import type { CaseIdentities, CaseIdentity } from "./case-identities.js";
import { changed, edited, varied } from "./change.js";
import { freshEvent } from "./fresh-event.js";
import { changedHeaders, type Outgoing, type Sender } from "./outgoing.js";
import { seal } from "./sealing.js";
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
    body: alteredBody(attempt.body, delivery),
    pieceBytes: delivery.pieceBytes,
    chunked: delivery.chunked,
    allowedMs: protocol.callbacks?.eventTypes.includes(eventType)
      ? protocol.callbacks.timeoutSeconds * 1000
      : undefined,
  };
}

/** The body after its edits. Throws `NotApplicable` if these leave it as it was, since its signature would still fit. */
function alteredBody(body: Uint8Array, { wire }: Pick<Delivery, "wire">): Uint8Array {
  if (wire === undefined) return body;
  const altered = edited(body, wire);
  if (Buffer.compare(altered, body) === 0) throw new NotApplicable("needs a body that this edit changes");
  return altered;
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
