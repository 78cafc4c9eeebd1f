import { pointerResolver } from "../../json-pointer/index.js";
import type { Ordering } from "../../ports/inbox-entry.js";
import type { JsonObject } from "../../ports/json.js";
import { readHeader } from "../wire/headers.js";
import type { EventShape, Protocol } from "../wire/protocol.js";
import { readEventTime } from "../wire/timestamp.js";
import type { EventIdentity } from "./identity.js";
import { type EventValidator, Refusal, type Validation } from "./outcome.js";

/** An event that passed step 5. */
export interface AcceptedEvent {
  readonly kind: "event";
  readonly test: boolean;
  readonly correlationId: string | undefined;
  /** In milliseconds since 1970. */
  readonly occurredAt: number | undefined;
  readonly ordering: Ordering | undefined;
}

/** A callback that passed step 5. */
interface AcceptedCallback {
  readonly kind: "callback";
  readonly test: boolean;
}

/** An event whose name isn't known, where the protocol has receivers acknowledge it. */
interface IgnoredEvent {
  readonly kind: "ignored";
}

/** Step 5: schema, equality with the headers, binding. `header` reads optional headers. Throws `Refusal`. */
export type ContentCheck = (
  content: JsonObject,
  identity: EventIdentity,
  header: (name: string) => string | null,
) => AcceptedEvent | AcceptedCallback | IgnoredEvent;

/** The values that the content of a delivery is compared with. */
interface ContentCheckOptions<Event> {
  readonly protocol: Protocol;
  readonly validate: EventValidator<Event>;
  readonly validateCallback?: EventValidator<unknown> | undefined;
  readonly boundElsewhere: BindingCheck;
  /** The family that orders the events of a name. */
  readonly findFamily: (eventType: string) => string;
}

/** Prepares step 5, so that pointers are parsed once. */
export function contentCheck<Event>(options: ContentCheckOptions<Event>): ContentCheck {
  const { protocol, validate, validateCallback, boundElsewhere, findFamily } = options;
  const { headers: names, event } = protocol;
  const { testIdPrefix } = event;
  const correlationAt = reader(event.correlationId, names.correlationId);
  const timeAt = reader(event.time?.pointer, names.eventTime);
  const resourceAt = reader(event.ordering?.resource, names.resource);
  const versionAt = reader(event.ordering?.version, names.version);
  const status = protocol.responses.unprocessable;
  const ignoresUnknown = protocol.unknownEvents === "accepted";
  const typeAt = event.type === undefined ? undefined : pointerResolver(event.type);
  const isNamed = (content: JsonObject): boolean =>
    typeAt === undefined || typeof typeAt(content) === "string";
  const callbacks = new Set(protocol.callbacks?.eventTypes);
  const sameId = sameness(event.id, names.eventId);
  const sameType = sameness(event.type, names.eventType);

  function requireHeaderEquality(content: JsonObject, { eventId, eventType }: EventIdentity): void {
    if (!sameId(content, eventId)) throw mismatch(names.eventId);
    if (!sameType(content, eventType)) throw mismatch(names.eventType);
  }

  function requireBinding(content: JsonObject): void {
    const elsewhere = boundElsewhere(content);
    if (elsewhere !== undefined) throw new Refusal({ code: "binding-mismatch", status, subject: elsewhere });
  }

  function mismatch(name = ""): Refusal {
    return new Refusal({ code: "header-mismatch", status, subject: name });
  }

  function readOrdering(content: JsonObject, eventType: string, header: HeaderNames): Ordering | undefined {
    const resource = resourceAt(content, header);
    const version = readInteger(versionAt(content, header), event.ordering === undefined);
    if (typeof resource !== "string" || version === undefined || version < 1) return undefined;
    return { family: findFamily(eventType), resource, version };
  }

  return (content, identity, header) => {
    const { eventId, eventType } = identity;
    // Only the signed id marks a test; the header is a hint that anybody can set.
    const test = testIdPrefix !== undefined && eventId.startsWith(testIdPrefix);
    const typed = event.type === undefined ? { eventType } : undefined;
    if (callbacks.has(eventType)) {
      const validation = validateCallback?.(content, typed) ?? unknown;
      const { specified } = validation.kind === "unknown" ? unspecified : requireValid(validation, status);
      requireHeaderEquality(content, identity);
      if (specified && !test) requireBinding(content);
      return { kind: "callback", test };
    }
    const validation = validate(content, typed);
    if (validation.kind === "unknown" && ignoresUnknown && isNamed(content)) return { kind: "ignored" };
    const { specified } = requireValid(validation, status);
    requireHeaderEquality(content, identity);
    if (specified && !test) requireBinding(content);
    const correlation = correlationAt(content, header);
    return {
      kind: "event",
      test,
      correlationId: typeof correlation === "string" ? correlation : undefined,
      occurredAt: event.time && readEventTime(event.time.unit, timeAt(content, header)),
      // In an undocumented payload, the values at these places may mean anything.
      ordering: specified && !test ? readOrdering(content, eventType, header) : undefined,
    };
  };
}

const unknown = { kind: "unknown" } as const;

/** What is known of a callback that no contract describes. */
const unspecified = { specified: false };

type HeaderNames = (name: string) => string | null;

/** Reads a value at a pointer or, without one, in an optional header. */
function reader(
  pointer: string | undefined,
  header: string | undefined,
): (content: JsonObject, get: HeaderNames) => unknown {
  if (pointer !== undefined) return pointerResolver(pointer);
  if (header === undefined) return () => undefined;
  const name = header.toLowerCase();
  return (_, get) => readHeader(get, name);
}

/** An integer, or in a header its digits. */
function readInteger(value: unknown, isHeader: boolean): number | undefined {
  const number = isHeader && /^[1-9][0-9]{0,15}$/.test(String(value)) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  return undefined;
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

/** The Application that a receiver serves. Omitted parts aren't compared. */
export interface ApplicationBinding {
  /** Application ID; also separates the nonces and inbox records of two Applications. */
  readonly id: string;
  /** The purchasing customer's Organization. Leave it out when one receiver serves several customers. */
  readonly organization?: string | undefined;
  /** The environment that the Application works in, such as `sandbox`. Needed if the protocol binds events to one. */
  readonly environment?: string;
  /** The product's code. Leave it out when one receiver serves several products. */
  readonly product?: string | undefined;
}

/** Name of a part of the binding. */
export type BindingPart = keyof NonNullable<EventShape["binding"]>;

/** Returns the first part of an event's binding that differs from the receiver's, or `undefined` if all agree. */
type BindingCheck = (event: JsonObject) => BindingPart | undefined;

/**
 * Prepares the comparison of step 5. A configured part must be carried by the event (a missing
 * binding is rejected), and every place that carries it must agree. A part that the protocol gives no
 * place isn't compared.
 */
export function bindingCheck(
  shape: Pick<EventShape, "binding">,
  application: ApplicationBinding,
): BindingCheck {
  const wanted: readonly [BindingPart, string | undefined][] = [
    ["organization", application.organization],
    ["application", application.id],
    ["environment", application.environment],
    ["product", application.product],
  ];
  const parts = wanted.flatMap(([part, value]) => {
    const places = (shape.binding?.[part] ?? []).map(pointerResolver);
    if (value === undefined || places.length === 0) return [];
    return [{ part, value, places }];
  });
  return (event) => {
    for (const { part, value, places } of parts) if (!agrees(event, places, value)) return part;
    return undefined;
  };
}

function agrees(event: JsonObject, places: readonly ((event: unknown) => unknown)[], value: string): boolean {
  let isCarried = false;
  for (const place of places) {
    const found = place(event);
    if (found === undefined) continue;
    if (found !== value) return false;
    isCarried = true;
  }
  return isCarried;
}
