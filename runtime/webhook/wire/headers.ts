import { inputHeader, type MessageProtocol } from "./message-base.js";
import { type PresentedMessage, readMessage } from "./message-fields.js";
import type { Protocol } from "./protocol.js";
import { isFieldText, type ReadSignatureHeader, signatureHeaderReader } from "./signature-header.js";

/** The facts in the headers of a delivery, as received; each is empty if the protocol has no such header. */
export interface DeliveryHeaders {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** From its own header, or from its field of the signature header. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** The signatures of an HTTP message, if the protocol has these. */
  readonly message?: PresentedMessage;
}

/** Name of a header by its part in the protocol. */
export type HeaderRole = Exclude<keyof DeliveryHeaders, "message">;

/** The headers, or the first that is missing, repeated or malformed. */
export type HeadersResult =
  | { readonly kind: "complete"; readonly headers: DeliveryHeaders }
  | { readonly kind: "missing" | "repeated" | "malformed"; readonly role: HeaderRole };

/**
 * Longest accepted nonce, in characters. A guess: a nonce is a random value, and one of 512 random bits has at most 128
 * characters; Node's servers accept headers of 16 KiB together.
 */
const maxNonceLength = 1024;

const inOrder = [
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

interface HeaderPlan {
  /** Names in lower case, as servers keep them. */
  readonly required: readonly { readonly role: HeaderRole; readonly name: string }[];
  /** Whether the signature header is a list whose separator looks like a repeated header. */
  readonly isCommaList: boolean;
  /** Set if the signature header has the timestamp. */
  readonly readSignature: ReadSignatureHeader | undefined;
  /** Set if deliveries are signed as HTTP messages. */
  readonly message: MessageProtocol | undefined;
}

type HeaderProtocol = Pick<Protocol, "headers" | "signature">;

/** Made once for each protocol. */
const plans = new WeakMap<HeaderProtocol, HeaderPlan>();

function headerPlan(protocol: HeaderProtocol): HeaderPlan {
  let plan = plans.get(protocol);
  if (plan === undefined) {
    const { headers, signature } = protocol;
    const separators = [signature.listSeparator, signature.fields?.separator];
    plan = {
      required: inOrder.flatMap((role) => {
        const name = headers[role]?.toLowerCase();
        if (name === undefined) return [];
        return [{ role, name }];
      }),
      isCommaList: signature.form !== undefined || separators.some((separator) => separator?.includes(", ")),
      message: signature.form === undefined ? undefined : protocol,
      readSignature: signature.fields?.timestamp === undefined ? undefined : signatureHeaderReader(signature),
    };
    plans.set(protocol, plan);
  }
  return plan;
}

/**
 * Reads the headers that the protocol requires: every delivery passes here, whatever the adapter. A header sent twice arrives as one value joined by a comma and a
 * space, in Node and in the Fetch API alike, so such a value counts as repeated. A value is malformed if it contains
 * anything but visible ASCII characters and spaces, if it is a nonce of more than `maxNonceLength` characters, or if it is a
 * signature header whose fields lack the timestamp or have two.
 */
export function readHeaders(protocol: HeaderProtocol, get: (name: string) => string | null): HeadersResult {
  const { required, isCommaList, readSignature, message } = headerPlan(protocol);
  const headers: Mutable<DeliveryHeaders> = {
    deliveryId: "",
    eventId: "",
    eventType: "",
    timestamp: "",
    nonce: "",
    signature: "",
  };
  for (const { role, name } of required) {
    const value = get(name);
    if (value === null || value === "") return { kind: "missing", role };
    if (value.includes(", ") && !(isCommaList && role === "signature")) return { kind: "repeated", role };
    if (!isFieldText(value) || (role === "nonce" && value.length > maxNonceLength)) {
      return { kind: "malformed", role };
    }
    headers[role] = value;
  }
  if (readSignature !== undefined) {
    const presented = readSignature(headers.signature);
    if (presented === undefined) return { kind: "malformed", role: "signature" };
    headers.timestamp = presented.timestamp;
  }
  if (message === undefined) return { kind: "complete", headers };
  return withMessage(message, headers, get);
}

/** The headers of a signed message, whose time and nonce are parameters of its signature. */
function withMessage(
  protocol: MessageProtocol,
  headers: Mutable<DeliveryHeaders>,
  get: (name: string) => string | null,
): HeadersResult {
  if ((get(inputHeader) ?? "") === "") return { kind: "missing", role: "signature" };
  const message = readMessage(protocol, get);
  if (message === undefined) return { kind: "malformed", role: "signature" };
  const { timestamp, nonce } = message;
  for (const [role, value] of [["timestamp", timestamp] as const, ["nonce", nonce] as const]) {
    if (!protocol.signature.content.includes(role)) continue;
    if (value === "") return { kind: "missing", role };
    if (value.length > maxNonceLength) return { kind: "malformed", role };
    headers[role] = value;
  }
  return { kind: "complete", headers: { ...headers, message } };
}

/** The value of another header that must be there once, or `undefined`. `name` is in lower case. */
export function readHeader(get: (name: string) => string | null, name: string): string | undefined {
  const value = get(name);
  if (value === null || value === "" || value.includes(", ") || !isFieldText(value)) return undefined;
  return value;
}
