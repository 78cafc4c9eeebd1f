import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { ApplicationBinding, JsonObject } from "@oipkit/runtime/webhook";
import { MalformedCase, NotApplicable } from "../errors.js";
import type { Change, Delivery, EventChange } from "../suite/delivery.js";
import type { EventIds } from "../suite/suite.js";
import type { Varied } from "../suite/variation.js";
import { plaintextOf } from "./batch.js";
import { edited } from "./bytes.js";
import type { CaseIdentities, Identity } from "./case-identities.js";
import { changed } from "./change.js";
import { freshEvent } from "./fresh-event.js";
import { changedHeaders, type Outgoing } from "./outgoing.js";
import { seal } from "./seal.js";
import type { Sender } from "./sender.js";
import { signedAttempt } from "./signed-attempt.js";
import { varied } from "./varied.js";

/** The request of one delivery, with the deviations of its case. Throws `MalformedCase`. */
export function deliveryRequest(sender: Sender, identities: CaseIdentities, delivery: Delivery): Outgoing {
  const { protocol } = sender.suite;
  const { eventId, deliveryId } = identityOf(sender, identities, delivery);
  const event = deliveredEvent(sender, identities, delivery);
  const token = tokenMember(sender, identities, delivery);
  const eventOf = (other: Delivery): JsonObject => deliveredEvent(sender, identities, other);
  const json = Buffer.from(JSON.stringify(plaintextOf(protocol, delivery, { event, token, eventOf })));
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
  const { eventId } = identityOf(sender, identities, delivery);
  const event = freshEvent({
    ...sender,
    protocol: sender.suite.protocol,
    event: source(sender.suite, delivery),
    eventId,
    resource: identities.resource(delivery.resource, idsOf(sender, delivery)?.resource),
    bind: delivery.bind === true,
  });
  return (delivery.change ?? []).reduce(
    (current, change) =>
      "vary" in change ? varied(current, change) : changed(current, [resolved(change, sender.application)]),
    event,
  );
}

function identityOf(sender: Sender, identities: CaseIdentities, delivery: Delivery): Identity {
  const { as = "a", test = false } = delivery;
  return identities.identity(as, { test, shape: idsOf(sender, delivery)?.event });
}

function idsOf({ suite: { ids = {} } }: Sender, { example }: Delivery): EventIds | undefined {
  return example === undefined || !Object.hasOwn(ids, example.subject) ? undefined : ids[example.subject];
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
  return fault.twice === true ? sealOnce(sealOnce(plaintext)) : sealOnce(plaintext);
}

function textAt(event: JsonObject, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAtPointer(event, pointer);
  return typeof value === "string" ? value : undefined;
}
