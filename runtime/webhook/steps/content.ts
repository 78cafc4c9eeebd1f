import { pointerResolver } from "../../json-pointer/index.js";
import type { Ordering } from "../../ports/inbox-entry.js";
import type { JsonObject } from "../../ports/json-object.js";
import { type ParsedJson, parseJsonBody } from "../wire/body.js";
import { openEncrypted } from "../wire/encryption.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import { type TokenMatcher, takeToken } from "../wire/token.js";
import type { BindingCheck } from "./binding.js";
import type { EventValidator, Validation } from "./event.js";
import { Refusal } from "./refusal.js";

/** What is needed to open a body. */
export interface OpeningOptions {
  readonly protocol: Protocol;
  readonly encryptKey: string | undefined;
  readonly matchesToken: TokenMatcher;
  /** Removes the token from the text. */
  readonly removeToken: (text: string) => string;
}

/** Plaintext without its transport token. */
export interface OpenedBody {
  readonly content: JsonObject;
  /** Its text, otherwise as received. */
  readonly json: string;
}

/** Step 4: parse or decrypt, compare the token and remove it. Throws `Refusal`. */
export function openBody(options: OpeningOptions, body: Uint8Array): OpenedBody {
  const { protocol, encryptKey, matchesToken, removeToken } = options;
  const status = protocol.responses.unprocessable;
  let plaintext: ParsedJson;
  if (encryptKey !== undefined) {
    try {
      plaintext = openEncrypted({ protocol, encryptKey, body });
    } catch {
      throw new Refusal({ code: "decryption-failed", status });
    }
  } else {
    try {
      plaintext = parseJsonBody(body);
    } catch {
      throw new Refusal({ code: "malformed-body", status });
    }
  }
  const { token, event } = takeToken(plaintext.value, protocol.token.property);
  if (!matchesToken(token)) {
    throw new Refusal({ code: "token-mismatch", status: protocol.responses.unauthenticated });
  }
  return { content: event, json: removeToken(plaintext.text) };
}

/** An event that passed step 5. */
export interface AcceptedEvent {
  readonly kind: "event";
  readonly test: boolean;
  readonly correlationId: string | undefined;
  readonly ordering: Ordering | undefined;
}

/** A callback whose id and type agree with its headers. */
export interface AcceptedCallback {
  readonly kind: "callback";
  readonly test: boolean;
}

/** Step 5: schema, equality with the headers, binding. Throws `Refusal`. */
export type ContentCheck = (
  content: JsonObject,
  headers: DeliveryHeaders,
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
  const { testIdPrefix, ordering, ...shape } = protocol.event;
  const at = {
    id: pointerResolver(shape.id),
    type: pointerResolver(shape.type),
    correlationId: pointerResolver(shape.correlationId),
    resource: pointerResolver(ordering.resource),
    version: pointerResolver(ordering.version),
  };
  const status = protocol.responses.unprocessable;
  const callbacks = new Set(protocol.callbacks?.eventTypes);

  function requireHeaderEquality(content: JsonObject, headers: DeliveryHeaders): void {
    if (at.id(content) !== headers.eventId) {
      throw new Refusal({ code: "header-mismatch", status, subject: protocol.headers.eventId });
    }
    if (at.type(content) !== headers.eventType) {
      throw new Refusal({ code: "header-mismatch", status, subject: protocol.headers.eventType });
    }
  }

  function orderingOf(content: JsonObject, eventType: string): Ordering | undefined {
    const resource = at.resource(content);
    const version = at.version(content);
    if (typeof resource !== "string" || !Number.isSafeInteger(version)) return undefined;
    return Number(version) < 1
      ? undefined
      : { family: familyOf(eventType), resource, version: Number(version) };
  }

  return (content, headers) => {
    // Only the signed id marks a test; the header is a hint that anybody can set.
    const test = testIdPrefix !== undefined && headers.eventId.startsWith(testIdPrefix);
    if (callbacks.has(headers.eventType)) {
      requireHeaderEquality(content, headers);
      return { kind: "callback", test };
    }
    const { specified } = requireValid(validate(content), status);
    requireHeaderEquality(content, headers);
    const elsewhere = specified && !test ? boundElsewhere(content) : undefined;
    if (elsewhere !== undefined) throw new Refusal({ code: "binding-mismatch", status, subject: elsewhere });
    const correlation = at.correlationId(content);
    return {
      kind: "event",
      test,
      correlationId: typeof correlation === "string" ? correlation : undefined,
      // In an undocumented payload, the values at these places may mean anything.
      ordering: specified && !test ? orderingOf(content, headers.eventType) : undefined,
    };
  };
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
