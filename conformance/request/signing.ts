import { type Credentials, type Protocol, sign } from "@oipkit/runtime/webhook";
import type { SignatureFault } from "../suite/delivery.js";
import { reprinted } from "./bytes.js";

/** A body to sign, and the faults to introduce. */
export interface SigningOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly fault: SignatureFault;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
  /** Text that was never used before. */
  readonly fresh: () => string;
}

/** The text of the signature header, with the deviations of its case. */
export function signatureOf(options: SigningOptions): string {
  const { protocol, fault } = options;
  const { prefix } = protocol.signature;
  let digits = sign({ protocol: schemeOf(options), secret: secretOf(options), ...partsOf(options) });
  digits = digits.slice(prefix.length);
  if (fault.altered !== undefined && fault.altered !== false) {
    digits = exchanged(digits, fault.altered === true ? 0 : fault.altered - 1);
  }
  if (fault.upperCase === true) digits = digits.toUpperCase();
  if (fault.digits !== undefined) digits = digits.slice(0, fault.digits).padEnd(fault.digits, "0");
  return (fault.prefix ?? prefix) + digits + (fault.suffix ?? "");
}

function schemeOf({ protocol, fault }: SigningOptions): Protocol {
  if (fault.bodyOnly !== true) return protocol;
  return { ...protocol, signature: { ...protocol.signature, content: ["body"] } };
}

function secretOf({ credentials, fault, fresh }: SigningOptions): string {
  const [current = "", previous = ""] = credentials.secrets;
  switch (fault.secret) {
    case "previous":
      return previous;
    case "other":
      return fresh();
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
