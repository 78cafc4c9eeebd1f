import type { BindingCheck } from "./binding.js";
import { type JsonObject, parseJsonObject } from "./body.js";
import { decryptBody } from "./encryption.js";
import type { EventValidator, Validation } from "./event.js";
import type { DeliveryHeaders } from "./headers.js";
import { parsePointer, resolvePointer } from "./pointer.js";
import type { Protocol } from "./protocol.js";
import { Refusal } from "./refusal.js";
import { type TokenMatcher, takeToken } from "./token.js";

export interface OpeningOptions {
  readonly protocol: Protocol;
  readonly encryptKey: string | undefined;
  readonly matchesToken: TokenMatcher;
}

/** Step 4 of §6.3: parse or decrypt, compare the token and take it off. Throws `Refusal`. */
export function openBody(options: OpeningOptions, body: Uint8Array): JsonObject {
  const { protocol, encryptKey, matchesToken } = options;
  const status = protocol.responses.unprocessable;
  let plaintext: JsonObject;
  if (encryptKey !== undefined) {
    try {
      plaintext = decryptBody({ protocol, encryptKey, body });
    } catch {
      throw new Refusal({ code: "decryption-failed", status });
    }
  } else {
    try {
      plaintext = parseJsonObject(body);
    } catch {
      throw new Refusal({ code: "malformed-body", status });
    }
  }
  const { token, event } = takeToken(plaintext, protocol.token.property);
  if (!matchesToken(token)) {
    throw new Refusal({ code: "token-mismatch", status: protocol.responses.unauthenticated });
  }
  return event;
}

/** An event that passed step 5. */
export interface AcceptedEvent<Event> {
  readonly event: Event;
  readonly test: boolean;
  readonly correlationId: string | undefined;
}

/** Step 5 of §6.3: schema, equality with the headers, binding. Throws `Refusal`. */
export type EventCheck<Event> = (content: JsonObject, headers: DeliveryHeaders) => AcceptedEvent<Event>;

export interface EventCheckOptions<Event> {
  readonly protocol: Protocol;
  readonly validate: EventValidator<Event>;
  readonly boundElsewhere: BindingCheck;
}

/** Prepares step 5, so that pointers are read once. */
export function eventCheck<Event>(options: EventCheckOptions<Event>): EventCheck<Event> {
  const { protocol, validate, boundElsewhere } = options;
  const { testIdPrefix, ...shape } = protocol.event;
  const [id, type, correlationId] = [shape.id, shape.type, shape.correlationId].map(parsePointer) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  const status = protocol.responses.unprocessable;
  return (content, headers) => {
    const valid = requireValid(validate(content), status);
    if (resolvePointer(content, id) !== headers.eventId) {
      throw new Refusal({ code: "header-mismatch", status, subject: protocol.headers.eventId });
    }
    if (resolvePointer(content, type) !== headers.eventType) {
      throw new Refusal({ code: "header-mismatch", status, subject: protocol.headers.eventType });
    }
    if (protocol.callbacks?.eventTypes.includes(headers.eventType)) {
      throw new Refusal({ code: "callback-unhandled", status, subject: headers.eventType });
    }
    // The signed id alone makes a test; the header is a hint that anybody can set (§6.3).
    const test = testIdPrefix !== undefined && headers.eventId.startsWith(testIdPrefix);
    const elsewhere = valid.specified && !test ? boundElsewhere(content) : undefined;
    if (elsewhere !== undefined) throw new Refusal({ code: "binding-mismatch", status, subject: elsewhere });
    const correlation = resolvePointer(content, correlationId);
    return {
      event: valid.event,
      test,
      correlationId: typeof correlation === "string" ? correlation : undefined,
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
