import type { SignatureFields, SignatureScheme } from "./signature-scheme.js";

/** What a signature header says. */
interface PresentedSignatures {
  /** Encoded signatures of this version of the scheme, without prefix; possibly none. */
  readonly signatures: readonly string[];
  /** The timestamp's field; empty if the scheme has none there. */
  readonly timestamp: string;
}

/** Reads a signature header; `undefined` if it is malformed. */
export type ReadSignatureHeader = (value: string) => PresentedSignatures | undefined;

/**
 * Most signatures in one header, since each costs a comparison or, with public keys, a verification. A guess: a rotation
 * has two.
 */
const maxSignatures = 16;

/** Most entries of one header of any kind. A guess. */
const maxEntries = 64;

type HeaderScheme = Pick<SignatureScheme, "prefix" | "listSeparator" | "fields">;

/** Prepares the reading of a scheme's signature header. */
export function signatureHeaderReader({ prefix, listSeparator, fields }: HeaderScheme): ReadSignatureHeader {
  if (fields !== undefined) return (value) => readFields(value, fields, prefix);
  if (listSeparator === undefined) {
    return (value) => ({
      signatures: value.startsWith(prefix) ? [value.slice(prefix.length)] : [],
      timestamp: "",
    });
  }
  return (value) => {
    const entries = value.split(listSeparator, maxEntries + 1);
    if (entries.length > maxEntries) return undefined;
    const own = entries
      .filter((entry) => entry.startsWith(prefix))
      .map((entry) => entry.slice(prefix.length));
    if (own.length > maxSignatures) return undefined;
    return { signatures: own, timestamp: "" };
  };
}

/** A header with two timestamps doesn't say which one is signed. */
function readFields(value: string, names: SignatureFields, prefix: string): PresentedSignatures | undefined {
  const entries = value.split(names.separator, maxEntries + 1);
  if (entries.length > maxEntries) return undefined;
  const signatures: string[] = [];
  let timestamp = "";
  for (const entry of entries) {
    const at = entry.indexOf(names.assignment);
    if (at < 0) continue;
    const name = entry.slice(0, at);
    const text = entry.slice(at + names.assignment.length);
    if (name === names.timestamp) {
      if (timestamp !== "" || text === "") return undefined;
      timestamp = text;
    } else if (name === names.signature && text.startsWith(prefix))
      signatures.push(text.slice(prefix.length));
  }
  if (signatures.length > maxSignatures || (names.timestamp !== undefined && timestamp === ""))
    return undefined;
  return { signatures, timestamp };
}

/** The signature header's value for encoded signatures. */
export function formatSignatureHeader(
  { prefix, listSeparator = "", fields }: HeaderScheme,
  signatures: readonly string[],
  timestamp = "",
): string {
  const prefixed = signatures.map((signature) => prefix + signature);
  if (fields === undefined) return prefixed.join(listSeparator);
  const field = (name: string, text: string): string => name + fields.assignment + text;
  return [
    ...(fields.timestamp === undefined ? [] : [field(fields.timestamp, timestamp)]),
    ...prefixed.map((text) => field(fields.signature, text)),
  ].join(fields.separator);
}

/**
 * Whether a header's value is made of visible ASCII characters and spaces. A signature covers bytes, one per character, so
 * a character above U+00FF would pass for the one that its lower byte stands for, and a spent nonce for a fresh one;
 * what a byte above 0x7F means, senders and servers disagree about; and a control character could imitate a separator.
 */
export function isFieldText(value: string): boolean {
  return !unsafe.test(value);
}

const unsafe = /[^ -~]/;
