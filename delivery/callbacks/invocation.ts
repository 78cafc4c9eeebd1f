import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import type { Selectable } from "kysely";
import { activeApplication } from "../active-application.js";
import { assertBodySize } from "../body-size.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { assertCorrelationId, fitsHeader } from "../event-identity.js";
import { keptEndpoint } from "../event-tests/preconditions.js";
import type { EndpointsTable } from "../store/tables.js";
import type { CallbackRequest } from "./parts.js";

/** A callback that may be sent. */
export interface Invocation {
  readonly endpoint: Selectable<EndpointsTable>;
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string | undefined;
  /** As JSON text. */
  readonly content: string;
}

type Context = Pick<DeliveryContext, "protocol" | "store" | "directory" | "validate" | "settings">;

/**
 * Checks that a callback is one, granted, asked for by the endpoint, and valid. Throws `event-unknown`, `application-unknown`,
 * `application-inactive`, `type-not-granted`, `endpoint-missing`, `endpoint-state`, `event-invalid` or `event-too-large`.
 */
export async function invocationOf(context: Context, request: CallbackRequest): Promise<Invocation> {
  const { protocol } = context;
  const { application: id, type } = request;
  if (protocol.callbacks?.eventTypes.includes(type) !== true)
    throw new DeliveryError("event-unknown", "the protocol has no callback of this type");
  const application = await activeApplication(context, id);
  if (!application.grantedCallbackTypes.includes(type))
    throw new DeliveryError("type-not-granted", "the application's grant doesn't list this callback");
  const endpoint = await keptEndpoint(context, id);
  if (endpoint === undefined)
    throw new DeliveryError("endpoint-missing", "the application has no endpoint: save one first");
  if (endpoint.state !== "active")
    throw new DeliveryError("endpoint-state", "the endpoint is paused: resume it first");
  if (endpoint.verified_at === null)
    throw new DeliveryError("endpoint-state", "the endpoint was never verified: test its connection first");
  if (!(JSON.parse(endpoint.callback_types) as readonly string[]).includes(type))
    throw new DeliveryError("type-not-granted", "the endpoint isn't configured for this callback");
  return { endpoint, ...checkedEvent(context, request) };
}

function checkedEvent(context: Context, { type, event }: CallbackRequest): Omit<Invocation, "endpoint"> {
  const { protocol, validate } = context;
  const { id, type: typePointer, correlationId: correlationPointer } = protocol.event;
  const result = callbackValidator(validate)(event, { eventType: type });
  if (result.kind === "invalid")
    throw new DeliveryError("event-invalid", "the callback's event breaks the contract", {
      details: { errors: result.errors.map(({ pointer, keyword }) => ({ pointer, keyword })) },
    });
  const textAt = (pointer: string | undefined): string | undefined => {
    const value = pointer === undefined ? undefined : valueAtPointer(event, pointer);
    return typeof value === "string" ? value : undefined;
  };
  const eventId = textAt(id);
  if (!fitsHeader(eventId))
    throw new DeliveryError(
      "event-invalid",
      "the callback's event has no id, or one that isn't printable ASCII",
    );
  if (typePointer !== undefined && textAt(typePointer) !== type)
    throw new DeliveryError("event-invalid", "the event has another type than the callback");
  const correlationId = textAt(correlationPointer);
  assertCorrelationId(correlationId);
  const content = JSON.stringify(event);
  assertBodySize(context, content);
  return { eventId, eventType: type, correlationId, content };
}

/** A validator of events may not know callbacks, of which only id and type are compared then. */
export function callbackValidator(validate: Context["validate"]): Context["validate"] {
  return (event, options) => {
    const result = validate(event, options);
    return result.kind === "unknown"
      ? { kind: "valid", event: event as JsonObject, specified: false }
      : result;
  };
}
