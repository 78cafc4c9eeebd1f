import { pointerResolver } from "../../json-pointer/index.js";
import type { Ordering } from "../../ports/inbox-entry.js";
import type { JsonObject } from "../../ports/json-object.js";
import { readEventTime } from "../wire/event-time.js";
import { readHeader } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import type { BindingCheck } from "./binding.js";
import type { EventValidator, Validation } from "./event.js";
import type { Identity } from "./identity.js";
import { Refusal } from "./refusal.js";

/** An event that passed step 5. */
export interface AcceptedEvent {
  readonly kind: "event";
  readonly test: boolean;
  readonly correlationId: string | undefined;
  /** In milliseconds since 1970. */
  readonly occurredAt: number | undefined;
  readonly ordering: Ordering | undefined;
}

/** A callback whose id and type agree with its headers. */
export interface AcceptedCallback {
  readonly kind: "callback";
  readonly test: boolean;
}

/** Step 5: schema, equality with the headers, binding. `header` reads optional headers. Throws `Refusal`. */
export type ContentCheck = (
  content: JsonObject,
  identity: Identity,
  header: (name: string) => string | null,
) => AcceptedEvent | AcceptedCallback;

/** The values that the content of a delivery is compared with. */
export interface ContentCheckOptions<Event> {
  readonly protocol: Protocol;
  readonly validate: EventValidator<Event>;
  readonly boundElsewhere: BindingCheck;
  /** The family that orders the events of a name. */
  readonly familyOf: (eventType: string) => string;
}

/** Prepares step 5, so that pointers are parsed once. */
export function contentCheck<Event>(options: ContentCheckOptions<Event>): ContentCheck {
  const { protocol, validate, boundElsewhere, familyOf } = options;
  const { headers: names, event } = protocol;
  const { testIdPrefix } = event;
  const correlationAt = reader(event.correlationId, names.correlationId);
  const timeAt = reader(event.time?.pointer, names.eventTime);
  const resourceAt = reader(event.ordering?.resource, names.resource);
  const versionAt = reader(event.ordering?.version, names.version);
  const status = protocol.responses.unprocessable;
  const callbacks = new Set(protocol.callbacks?.eventTypes);
  const sameId = sameness(event.id, names.eventId);
  const sameType = sameness(event.type, names.eventType);

  function requireHeaderEquality(content: JsonObject, { eventId, eventType }: Identity): void {
    if (!sameId(content, eventId)) throw mismatch(names.eventId);
    if (!sameType(content, eventType)) throw mismatch(names.eventType);
  }

  function mismatch(name = ""): Refusal {
    return new Refusal({ code: "header-mismatch", status, subject: name });
  }

  function orderingOf(content: JsonObject, eventType: string, header: HeaderOf): Ordering | undefined {
    const resource = resourceAt(content, header);
    const version = integerOf(versionAt(content, header), event.ordering === undefined);
    if (typeof resource !== "string" || version === undefined || version < 1) return undefined;
    return { family: familyOf(eventType), resource, version };
  }

  return (content, identity, header) => {
    const { eventId, eventType } = identity;
    // Only the signed id marks a test; the header is a hint that anybody can set.
    const test = testIdPrefix !== undefined && eventId.startsWith(testIdPrefix);
    if (callbacks.has(eventType)) {
      requireHeaderEquality(content, identity);
      return { kind: "callback", test };
    }
    const validation = event.type === undefined ? validate(content, { eventType }) : validate(content);
    const { specified } = requireValid(validation, status);
    requireHeaderEquality(content, identity);
    const elsewhere = specified && !test ? boundElsewhere(content) : undefined;
    if (elsewhere !== undefined) throw new Refusal({ code: "binding-mismatch", status, subject: elsewhere });
    const correlation = correlationAt(content, header);
    return {
      kind: "event",
      test,
      correlationId: typeof correlation === "string" ? correlation : undefined,
      occurredAt: event.time && readEventTime(event.time.unit, timeAt(content, header)),
      // In an undocumented payload, the values at these places may mean anything.
      ordering: specified && !test ? orderingOf(content, eventType, header) : undefined,
    };
  };
}

type HeaderOf = (name: string) => string | null;

/** Reads a value at a pointer or, without one, in an optional header. */
function reader(
  pointer: string | undefined,
  header: string | undefined,
): (content: JsonObject, get: HeaderOf) => unknown {
  if (pointer !== undefined) return pointerResolver(pointer);
  if (header === undefined) return () => undefined;
  const name = header.toLowerCase();
  return (_, get) => readHeader(get, name);
}

/** An integer, or in a header its digits. */
function integerOf(value: unknown, isHeader: boolean): number | undefined {
  const number = isHeader && /^[1-9][0-9]{0,15}$/.test(String(value)) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Whether a value at a pointer equals the one of a header; nothing to compare unless the protocol has both. */
function sameness(
  pointer: string | undefined,
  header: string | undefined,
): (content: JsonObject, value: string) => boolean {
  if (pointer === undefined || header === undefined) return () => true;
  const at = pointerResolver(pointer);
  return (content, value) => at(content) === value;
}

function requireValid<Event>(
  validation: Validation<Event>,
  status: number,
): Extract<Validation<Event>, { kind: "valid" }> {
  switch (validation.kind) {
    case "valid":
      return validation;
    case "unknown":
      throw new Refusal({ code: "event-unknown", status });
    case "invalid":
      throw new Refusal({ code: "event-invalid", status, errors: validation.errors });
  }
}
