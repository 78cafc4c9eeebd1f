import { createHash } from "node:crypto";
import {
  type Credentials,
  exampleSecret,
  formatSignatureHeader,
  KeyMalformed,
  type Protocol,
  type SignatureScheme,
  type SignedParts,
  signContent,
} from "@oipkit/runtime/webhook";
import { NotApplicable } from "../errors.js";
import type { MadeSignature, SignatureFault, SignedPart } from "../suite/delivery.js";
import { edited, reprinted } from "./change.js";
import type { SignedMessageOptions } from "./signed-message.js";

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
export function deliverySignatures(options: SigningOptions): readonly string[] {
  const { fault } = options;
  let digits =
    fault.made === undefined
      ? signed(options, signingSecret(options))
      : madeSignature({ ...options, made: fault.made, parts: changedParts(fault, options.parts) });
  if (fault.altered !== undefined && fault.altered !== false) {
    digits = exchanged(digits, fault.altered === true ? 0 : fault.altered - 1);
  }
  if (fault.upperCase === true) digits = digits.toUpperCase();
  if (fault.digits !== undefined) digits = digits.slice(0, fault.digits).padEnd(fault.digits, "0");
  const own = digits + (fault.suffix ?? "");
  if (fault.beside === undefined) return [own];
  return [signed(options, otherSecret(options)), own];
}

/** What an HTTP message is signed with, and what its header says of time and nonce. */
export function signedMessage(
  options: SigningOptions,
  shown: SignedMessageOptions["shown"],
): SignedMessageOptions {
  const { protocol, fault, parts, random } = options;
  const { timestamp = "", nonce = "", body, url, header } = changedParts(fault, parts);
  return {
    protocol,
    fault,
    secret: signingSecret(options),
    otherSecret: () => otherSecret(options),
    signed: { timestamp, nonce, body },
    shown,
    url,
    header: header ?? (() => null),
    random,
  };
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
  if (fields === undefined) return `x${prefix}${unknown}${listSeparator}${known}`;
  return `x${fields.signature}${fields.assignment}${prefix}${unknown}${fields.separator}${known}`;
}

function signed({ protocol, fault, parts, random }: SigningOptions, secret: string): string {
  const signature =
    fault.bodyOnly === true ? { ...protocol.signature, content: bodyOnly } : protocol.signature;
  // With its own random bytes, RSA-PSS makes the same signature in the same case of the vectors.
  return signContent({ ...changedParts(fault, parts), protocol: { signature }, secret, random });
}

const bodyOnly = ["body"] as const;

function signingSecret(options: SigningOptions): string {
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

/** What a signature in another way than the protocol's is made of. */
interface MadeSignatureOptions {
  readonly protocol: Protocol;
  readonly credentials: Credentials;
  readonly application: string;
  readonly made: MadeSignature;
  readonly parts: SignedParts;
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
}

/** The encoded signature, without prefix. Throws `NotApplicable` if the subject lacks the key. */
function madeSignature(options: MadeSignatureOptions): string {
  const { protocol, made, parts } = options;
  const signature = changedScheme(protocol.signature, made);
  const own = { ...parts, body: signedBody(options) };
  const text = signedWith(signingKey(options), (secret) =>
    encodedOtherwise(protocol.signature, made, () =>
      signContent({ protocol: { signature }, secret, ...own }),
    ),
  );
  if (made.mixedCase === true) return text.replace(/[a-f]/g, upperEverySecond());
  return text;
}

const mostSignatures = 20;

/**
 * A signature whose text in another encoding isn't the right one: Base64 and base64url of the same bytes may be equal.
 * ECDSA signs the same content differently each time. Throws `NotApplicable` if each text is also right.
 */
function encodedOtherwise(scheme: SignatureScheme, made: MadeSignature, sign: () => string): string {
  for (let count = 0; count < mostSignatures; count++) {
    const text = sign();
    if (made.encoding === undefined) return text;
    if (Buffer.from(text, made.encoding).toString(scheme.encoding) !== text) return text;
  }
  throw new NotApplicable(`this signature is the same text as ${made.encoding}`);
}

function changedScheme(scheme: SignatureScheme, made: MadeSignature): SignatureScheme {
  const { content = scheme.content, separator = scheme.separator, blank = [] } = made;
  const isBlank = (part: SignedPart): boolean =>
    blank.some((each) => JSON.stringify(each) === JSON.stringify(part));
  const joined = content.flatMap((part, at): SignedPart[] => [
    ...(at === 0 ? [] : [{ literal: separator }]),
    isBlank(part) ? { literal: "" } : part,
  ]);
  const { before = "", after = "", algorithm = scheme.algorithm, encoding = scheme.encoding } = made;
  const whole: readonly SignedPart[] = [{ literal: before }, ...joined, { literal: after }];
  return { ...scheme, algorithm, encoding, content: whole, separator: "" };
}

function signedBody({ made: { over }, protocol, parts, plaintext }: MadeSignatureOptions): Uint8Array {
  if (over === undefined) return parts.body;
  const text = Buffer.from(parts.body).toString("utf8");
  switch (over) {
    case "plaintext":
      return plaintext;
    case "trimmed":
      return Buffer.from(text.trim());
    case "line":
      return Buffer.from(`${text}\n`);
    case "tokenless":
      return edited(plaintext, [{ drop: `/${protocol.token?.property ?? ""}` }]);
    case "sorted":
      return Buffer.from(JSON.stringify(sorted(JSON.parse(text))));
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function signingKey({ made: { key }, credentials, application }: MadeSignatureOptions): string | undefined {
  const [secret = ""] = credentials.secrets;
  switch (key) {
    case undefined:
      return secret;
    case "token":
      return credentials.verificationToken;
    case "encrypt-key":
      return credentials.encryptKey;
    case "application":
      return application;
    case "hashed":
      return createHash("sha256").update(secret, "utf8").digest("hex");
  }
}

function signedWith(key: string | undefined, sign: (key: string) => string): string {
  if (key === undefined || key === "") throw new NotApplicable("needs a receiver with such a key");
  try {
    return sign(key);
  } catch (thrown) {
    if (!(thrown instanceof KeyMalformed)) throw thrown;
    throw new NotApplicable("needs a key that is any text", { cause: thrown });
  }
}

/** `sha256=ab…` and `sha256=aB…` differ only to a comparison that heeds case. */
function upperEverySecond(): (letter: string) => string {
  let count = 0;
  return (letter) => (count++ % 2 === 0 ? letter : letter.toUpperCase());
}
