import { isFieldText } from "./field-text.js";
import type { Protocol, ProtocolHeaders } from "./protocol.js";

/** The headers that every delivery carries, as received. */
export interface DeliveryHeaders {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
}

/** Name of a required header by its part in the protocol. */
export type HeaderRole = keyof DeliveryHeaders;

/** The required headers, or the first that is missing, repeated or malformed. */
export type HeadersResult =
  | { readonly kind: "complete"; readonly headers: DeliveryHeaders }
  | { readonly kind: "missing" | "repeated" | "malformed"; readonly role: HeaderRole };

/**
 * Longest accepted nonce, in characters. A guess: a nonce is a random value, and one of 512 random bits has at most 128
 * characters; Node's servers accept headers of 16 KiB together.
 */
export const maxNonceLength = 1024;

const required = [
  "timestamp",
  "nonce",
  "signature",
  "deliveryId",
  "eventId",
  "eventType",
] as const satisfies readonly HeaderRole[];

/** The roles whose absence means that the request is unauthenticated, rather than malformed. */
const authenticating: ReadonlySet<HeaderRole> = new Set(["timestamp", "nonce", "signature"]);

/** Whether a missing header leaves the request unauthenticated; otherwise the request is unprocessable. */
export function isAuthenticating(role: HeaderRole): boolean {
  return authenticating.has(role);
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The names in lower case, as servers keep them, converted once. */
const lowerCased = new WeakMap<ProtocolHeaders, Readonly<Record<HeaderRole, string>>>();

function lowerCase(names: ProtocolHeaders): Readonly<Record<HeaderRole, string>> {
  let lower = lowerCased.get(names);
  if (lower === undefined) {
    lower = Object.fromEntries(required.map((role) => [role, names[role].toLowerCase()])) as Record<
      HeaderRole,
      string
    >;
    lowerCased.set(names, lower);
  }
  return lower;
}

/**
 * Reads the required headers: every delivery passes here, whatever the adapter. A header sent twice arrives as one value joined by a comma and a
 * space, in Node and in the Fetch API alike, so such a value counts as repeated. A value is malformed if it contains
 * anything but visible ASCII characters and spaces, or if it is a nonce of more than `maxNonceLength` characters.
 */
export function readHeaders(
  protocol: Pick<Protocol, "headers">,
  get: (name: string) => string | null,
): HeadersResult {
  const names = lowerCase(protocol.headers);
  const headers: Mutable<DeliveryHeaders> = {
    deliveryId: "",
    eventId: "",
    eventType: "",
    timestamp: "",
    nonce: "",
    signature: "",
  };
  for (const role of required) {
    const value = get(names[role]);
    if (value === null || value === "") return { kind: "missing", role };
    if (value.includes(", ")) return { kind: "repeated", role };
    if (!isFieldText(value) || (role === "nonce" && value.length > maxNonceLength)) {
      return { kind: "malformed", role };
    }
    headers[role] = value;
  }
  return { kind: "complete", headers };
}
