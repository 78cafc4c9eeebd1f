import {
  type Credentials,
  exampleSecret,
  formatSignatureHeader,
  type Protocol,
  type SignedParts,
  signContent,
} from "@oipkit/runtime/webhook";
import type { SignatureFault } from "../suite/delivery.js";
import { reprinted } from "./bytes.js";
import { madeSignature } from "./made-signature.js";

/** What to sign, and the faults to introduce. */
export interface SigningOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly fault: SignatureFault;
  readonly parts: SignedParts & { readonly timestamp: string; readonly nonce: string };
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
  readonly application: string;
  /** Text that was never used before. */
  readonly fresh: () => string;
  readonly random: (size: number) => Uint8Array;
}

/** The encoded signatures of a request, without prefix, with the deviations of its case: one, or two beside each other. */
export function signatureOf(options: SigningOptions): readonly string[] {
  const { fault } = options;
  let digits =
    fault.made === undefined
      ? signed(options, secretOf(options))
      : madeSignature({ ...options, made: fault.made, parts: changedParts(fault, options.parts) });
  if (fault.altered !== undefined && fault.altered !== false) {
    digits = exchanged(digits, fault.altered === true ? 0 : fault.altered - 1);
  }
  if (fault.upperCase === true) digits = digits.toUpperCase();
  if (fault.digits !== undefined) digits = digits.slice(0, fault.digits).padEnd(fault.digits, "0");
  const own = digits + (fault.suffix ?? "");
  return fault.beside === undefined ? [own] : [signed(options, otherSecret(options)), own];
}

/** The text of the signature header. */
export function signatureHeader(
  { signature: scheme }: Protocol,
  fault: SignatureFault,
  { entries, timestamp }: { readonly entries: readonly string[]; readonly timestamp: string },
): string {
  const prefix = fault.prefix ?? scheme.prefix;
  if (fault.beside !== "unknown") return formatSignatureHeader({ ...scheme, prefix }, entries, timestamp);
  const [unknown = "", ...own] = entries;
  const { fields, listSeparator = "" } = scheme;
  const known = formatSignatureHeader({ ...scheme, prefix }, own, timestamp);
  return fields === undefined
    ? `x${prefix}${unknown}${listSeparator}${known}`
    : `x${fields.signature}${fields.assignment}${prefix}${unknown}${fields.separator}${known}`;
}

function signed({ protocol, fault, parts, random }: SigningOptions, secret: string): string {
  const signature =
    fault.bodyOnly === true ? { ...protocol.signature, content: bodyOnly } : protocol.signature;
  // With its own random bytes, RSA-PSS makes the same signature in the same case of the vectors.
  return signContent({ ...changedParts(fault, parts), protocol: { signature }, secret, random });
}

const bodyOnly = ["body"] as const;

function secretOf(options: SigningOptions): string {
  const [current = "", previous = ""] = options.credentials.secrets;
  switch (options.fault.secret) {
    case "previous":
      return previous;
    case "other":
      return otherSecret(options);
    case "empty":
      return "";
    default:
      return current;
  }
}

/** A new one, except for RSA, where it takes a tenth of a second. */
function otherSecret({ protocol, fresh }: SigningOptions): string {
  const isRsa = protocol.signature.algorithm.startsWith("rsa-");
  return exampleSecret(protocol, isRsa ? "a key that no receiver trusts" : fresh());
}

function changedParts(
  fault: SignatureFault,
  { timestamp: shown, nonce: sent, ...parts }: SigningOptions["parts"],
): SignedParts {
  const timestamp = fault.offset === undefined ? shown : shifted(shown, fault.offset);
  const nonce = fault.withoutNonce === true ? "" : sent;
  const body = fault.reprinted === true ? reprinted(parts.body, 0) : parts.body;
  const url = fault.url === "other" ? otherAddress(parts.url) : parts.url;
  if (fault.swapped === true) return { ...parts, timestamp: nonce, nonce: timestamp, body, url };
  return { ...parts, timestamp, nonce, body, url };
}

/** A timestamp some seconds later; one in milliseconds, as many milliseconds. */
function shifted(timestamp: string, offset: number): string {
  if (/^\d+$/.test(timestamp)) return String(Number(timestamp) + offset);
  return new Date(Date.parse(timestamp) + offset * 1000).toISOString();
}

/** The same path of another host. */
function otherAddress(url = ""): string {
  return url.replace(/^([a-z]+:\/\/)[^/?]*/i, "$1other.invalid");
}

function exchanged(digits: string, at: number): string {
  return digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
}
