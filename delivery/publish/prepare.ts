import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { assertBodySize, assertCorrelationId, fitsHeader } from "../checks.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { presentTraceparent } from "../observer.js";
import type { ApplicationRecord } from "../ports.js";

/** Why an event goes nowhere: not a mistake of the publisher. */
export type NotDeliveredReason =
  | "application-inactive"
  | "endpoint-missing"
  | "not-subscribed"
  | "type-not-granted";

/** What became of a publication. */
export type PublishOutcome =
  | {
      readonly kind: "published";
      readonly eventId: string;
      readonly deliveryId: string;
      /** Whether an earlier publication of the same event had this outcome already. */
      readonly isRepeated: boolean;
    }
  /** Nothing was written. */
  | { readonly kind: "not-delivered"; readonly eventId: string; readonly reason: NotDeliveredReason };

/** What became of one of many publications. */
export type BatchOutcome = PublishOutcome | { readonly kind: "refused"; readonly error: DeliveryError };

/** Whom an event is for, and what the event itself doesn't say. */
export interface PublishTarget {
  readonly application: string;
  /** If the protocol has no place for it in the event. */
  readonly eventId?: string | undefined;
  /** If the protocol has no place for it in the event. */
  readonly eventType?: string | undefined;
}

/** One of many events. */
export interface Publication extends PublishTarget {
  readonly event: JsonObject;
}

/** An event that the contract allows, ready to be written. */
export interface PreparedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string | null;
  /** JSON text. */
  readonly content: string;
  readonly event: JsonObject;
  readonly application: ApplicationRecord;
  /** The `traceparent` of who publishes it. */
  readonly trace: string | null;
}

/** What an application gets once. */
export function deliveryKey({ eventId, application }: PreparedEvent): string {
  return `${application.id}\n${eventId}`;
}

/**
 * Checks an event by the contract and its binding by the directory's record. Throws `DeliveryError`: `event-invalid`, `event-unknown`,
 * `event-unbound`, `event-misbound`, `event-too-large`.
 */
export function prepareEvent(
  context: DeliveryContext,
  { event, ...target }: Publication,
  application: ApplicationRecord,
): PreparedEvent {
  const { protocol, validate, observer } = context;
  const shape = protocol.event;
  const eventId = textAt(event, shape.id) ?? target.eventId;
  const eventType = textAt(event, shape.type) ?? target.eventType;
  if (!fitsHeader(eventType))
    throw new DeliveryError("event-invalid", "the event has no type, or one that isn't printable ASCII");
  const validation = validate(event, { eventType });
  if (validation.kind === "unknown")
    throw new DeliveryError("event-unknown", `the contract has no event ${eventType}`);
  if (validation.kind === "invalid") {
    const [first] = validation.errors;
    const where = first === undefined ? "" : `: ${first.pointer || "the event"} ${first.message}`;
    throw new DeliveryError("event-invalid", `the event breaks the contract${where}`, {
      details: { errors: validation.errors },
    });
  }
  if (!fitsHeader(eventId))
    throw new DeliveryError("event-invalid", "the event has no id, or one that isn't printable ASCII");
  if (shape.testIdPrefix !== undefined && eventId.startsWith(shape.testIdPrefix))
    throw new DeliveryError(
      "event-invalid",
      `ids with ${shape.testIdPrefix} belong to tests; use another id`,
    );
  if (validation.specified) checkBinding(shape.binding, event, application);
  const correlationId = textAt(event, shape.correlationId) ?? null;
  assertCorrelationId(correlationId);
  const content = JSON.stringify(event);
  assertBodySize(context, content);
  return {
    eventId,
    eventType,
    correlationId,
    content,
    event,
    application,
    trace: presentTraceparent(observer),
  };
}

function checkBinding(
  binding: DeliveryContext["protocol"]["event"]["binding"],
  event: JsonObject,
  { id, environment }: ApplicationRecord,
): void {
  const parts = [
    ["application", binding?.application ?? [], id],
    ["environment", binding?.environment ?? [], environment],
  ] as const;
  for (const [part, pointers, expected] of parts) {
    const found = pointers
      .map((pointer) => valueAtPointer(event, pointer))
      .filter((each) => each !== undefined);
    if (pointers.length > 0 && found.length === 0)
      throw new DeliveryError(
        "event-unbound",
        `the event has no ${part}; expected it at ${pointers.join(" or ")}`,
      );
    if (found.some((each) => each !== expected))
      throw new DeliveryError("event-misbound", `the event is for another ${part} than ${expected}`);
  }
}

function textAt(event: JsonObject, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAtPointer(event, pointer);
  if (typeof value === "string") return value;
  return undefined;
}
