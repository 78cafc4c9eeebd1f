import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { EventValidator, JsonObject } from "@oipkit/runtime/webhook";
import type { Selectable } from "kysely";
import { activeApplication, assertBodySize, assertCorrelationId, fitsHeader } from "../checks.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { keptEndpoint } from "../event-tests/preconditions.js";
import type { EventTestParts } from "../event-tests/test-request.js";
import type { CredentialSource } from "../ports.js";
import type { EndpointsTable } from "../store/tables.js";

/** What callbacks need beside the engine. */
export interface CallbackParts {
  readonly credentials: CredentialSource;
  /** Bytes of an answer that are read; a longer one has an unknown outcome. Default: 64 KiB. */
  readonly maxAnswerBytes?: number | undefined;
  /** For `test`; without it, callbacks can't be tested. */
  readonly tests?:
    | Pick<EventTestParts, "synthesize" | "defaultProduct" | "productionEnvironments" | "mayTest">
    | undefined;
}

/** A callback to invoke. */
export interface CallbackRequest {
  readonly application: string;
  /** The event's name. */
  readonly type: string;
  readonly event: JsonObject;
}

/** JSON data. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * What the receiver did. `answered`: 2xx with JSON, which is the result. `refused`: it says that it didn't do it (3xx and 4xx). `unsent`:
 * nothing reached it. `unknown`: it may have done it or not (no answer in time, a broken connection, 5xx, an unreadable answer); only the
 * platform's own records and the receiver's can tell, and nothing is ever sent again.
 */
export type CallbackResult =
  | { readonly kind: "answered"; readonly status: number; readonly body: JsonValue }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "unsent"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string; readonly status?: number | undefined };

/** A result, and where it is recorded. */
export interface CallbackOutcome {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly correlationId: string | undefined;
  readonly result: CallbackResult;
}

/** A callback that may be sent. */
export interface Invocation {
  readonly endpoint: Selectable<EndpointsTable>;
  readonly eventId: string;
  readonly eventType: string;
  readonly correlationId: string | undefined;
  /** As JSON text. */
  readonly content: string;
}

type InvocationContext = Pick<
  DeliveryContext,
  "protocol" | "store" | "directory" | "validate" | "validateCallback" | "settings"
>;

/**
 * Checks that a callback is one, granted, asked for by the endpoint, and valid. Throws `event-unknown`, `application-unknown`,
 * `application-inactive`, `type-not-granted`, `endpoint-missing`, `endpoint-state`, `event-invalid` or `event-too-large`.
 */
export async function readInvocation(
  context: InvocationContext,
  request: CallbackRequest,
): Promise<Invocation> {
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

function checkedEvent(
  context: InvocationContext,
  { type, event }: CallbackRequest,
): Omit<Invocation, "endpoint"> {
  const { protocol } = context;
  const { id, type: typePointer, correlationId: correlationPointer } = protocol.event;
  const result = callbackValidator(context)(event, { eventType: type });
  if (result.kind === "invalid")
    throw new DeliveryError("event-invalid", "the callback's event breaks the contract", {
      details: { errors: result.errors.map(({ pointer, keyword }) => ({ pointer, keyword })) },
    });
  const textAt = (pointer: string | undefined): string | undefined => {
    const value = pointer === undefined ? undefined : valueAtPointer(event, pointer);
    if (typeof value === "string") return value;
    return undefined;
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

/** The validator of callbacks. Only the id and the type are compared of one that it doesn't know. */
export function callbackValidator({
  validate,
  validateCallback = validate,
}: Pick<DeliveryContext, "validate" | "validateCallback">): EventValidator<object> {
  return (event, options) => {
    const result = validateCallback(event, options);
    if (result.kind === "unknown") return { kind: "valid", event: event as JsonObject, specified: false };
    return result;
  };
}
