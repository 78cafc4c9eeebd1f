import {
  type Credentials,
  exampleSecret,
  formatSignatureHeader,
  type Protocol,
  signContent,
} from "@oipkit/runtime/webhook";
import type { SignatureFault } from "../suite/delivery.js";
import { reprinted } from "./bytes.js";
import { madeSignature } from "./made-signature.js";

/** A body to sign, and the faults to introduce. */
export interface SigningOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly fault: SignatureFault;
  readonly timestamp: string;
  readonly nonce: string;
  readonly identity: {
    readonly deliveryId: string;
    readonly eventId: string;
    readonly eventType: string;
  };
  readonly body: Uint8Array;
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
  readonly application: string;
  /** Text that was never used before. */
  readonly fresh: () => string;
}

/** The text of the signature header, with the deviations of its case. */
export function signatureOf(options: SigningOptions): string {
  const { protocol, fault, identity, timestamp } = options;
  const scheme = protocol.signature;
  const parts = { ...identity, ...partsOf(options) };
  let digits =
    fault.made === undefined
      ? signContent({ protocol: schemeOf(options), secret: secretOf(options), ...parts })
      : madeSignature({ ...options, made: fault.made, parts });
  if (fault.altered !== undefined && fault.altered !== false) {
    digits = exchanged(digits, fault.altered === true ? 0 : fault.altered - 1);
  }
  if (fault.upperCase === true) digits = digits.toUpperCase();
  if (fault.digits !== undefined) digits = digits.slice(0, fault.digits).padEnd(fault.digits, "0");
  const prefix = fault.prefix ?? scheme.prefix;
  return formatSignatureHeader({ ...scheme, prefix }, [digits + (fault.suffix ?? "")], timestamp);
}

function schemeOf({ protocol, fault }: SigningOptions): Protocol {
  if (fault.bodyOnly !== true) return protocol;
  return { ...protocol, signature: { ...protocol.signature, content: ["body"] } };
}

function secretOf({ protocol, credentials, fault, fresh }: SigningOptions): string {
  const [current = "", previous = ""] = credentials.secrets;
  switch (fault.secret) {
    case "previous":
      return previous;
    case "other":
      return exampleSecret(protocol, fresh()) ?? fresh();
    case "empty":
      return "";
    default:
      return current;
  }
}

function partsOf({ fault, timestamp: shown, nonce: sent, body }: SigningOptions): {
  timestamp: string;
  nonce: string;
  body: Uint8Array;
} {
  const timestamp = fault.offset === undefined ? shown : String(Number(shown) + fault.offset);
  const nonce = fault.withoutNonce === true ? "" : sent;
  const signed = fault.reprinted === true ? reprinted(body, 0) : body;
  if (fault.swapped === true) return { timestamp: nonce, nonce: timestamp, body: signed };
  return { timestamp, nonce, body: signed };
}

function exchanged(digits: string, at: number): string {
  return digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
}
