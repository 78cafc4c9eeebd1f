import { createHash, createHmac } from "node:crypto";
import {
  coveredComponents,
  formatInstant,
  formatSignatureHeader,
  hasKeyPair,
  type Protocol,
  type SignedPart,
  signatureBase,
} from "@oipkit/runtime/webhook";
import type { FixtureDelivery, FixtureDocument } from "../fixtures.js";

/** One part of what is signed. */
export interface VectorPart {
  /** As the protocol names it. */
  readonly part: SignedPart | "component";
  /** What a reader calls it: the name of a header, or of a component of a message. */
  readonly name: string;
  readonly value: string;
}

/** Every value on the way from a delivery to its signature. */
export interface SignatureVector {
  readonly body: string;
  readonly parts: readonly VectorPart[];
  /** The text whose UTF-8 bytes are signed. */
  readonly signed: string;
  /** The key of a keyed hash; absent if a private key signs. */
  readonly key: Buffer | undefined;
  /** The keyed hash; absent if a private key signs. */
  readonly mac: Buffer | undefined;
  /** The signature alone, encoded as in the header, without a prefix or other parameters. */
  readonly encoded: string;
  readonly headerName: string;
  readonly headerValue: string;
  /** How an encrypted body was made. */
  readonly encryption: EncryptionVector | undefined;
}

/** Every value on the way from an event to its encrypted body. */
export interface EncryptionVector {
  readonly plaintext: string;
  /** The key of the cipher. */
  readonly key: Buffer;
  readonly iv: Buffer;
  /** Initialisation vector and ciphertext. */
  readonly sealed: string;
}

/**
 * The values of a signed delivery. They are computed from the text that is shown, and must lead to the header of the delivery;
 * otherwise this throws, since a page would be wrong.
 */
export function signatureVector(
  protocol: Protocol,
  document: FixtureDocument,
  { delivery, plaintext }: { readonly delivery: FixtureDelivery; readonly plaintext: string },
): SignatureVector {
  const { signature, headers: names } = protocol;
  const body = Buffer.from(delivery.body, "base64").toString();
  const timestamp =
    protocol.timestamp === undefined ? "" : formatInstant(protocol.timestamp.unit, document.now * 1000);
  const isMessage = signature.form !== undefined;
  const given: Given = { protocol, url: document.url ?? "", delivery, body, timestamp };
  const { parts, signed } = isMessage ? messageParts(given) : contentParts(given);
  const headerValue = delivery.headers[names.signature] ?? "";
  const key = hasKeyPair(signature.algorithm) ? undefined : keyBytes(signature.key, document.secret);
  const mac = key && createHmac(signature.algorithm.slice("hmac-".length), key).update(signed).digest();
  let encoded = isMessage
    ? headerValue.slice(headerValue.indexOf("=:") + 2, -1)
    : presented(headerValue, protocol);
  if (mac !== undefined) {
    encoded = mac.toString(isMessage ? "base64" : signature.encoding);
    if (!isMessage && signature.encoding === "hex" && signature.case === "upper")
      encoded = encoded.toUpperCase();
    const made = isMessage
      ? `${signature.label ?? "sig1"}=:${encoded}:`
      : formatSignatureHeader(signature, [encoded], timestamp);
    if (made !== headerValue)
      throw new Error(`the steps of the signature of ${delivery.name} don't lead to its header`);
  }
  return {
    body,
    parts,
    signed,
    key,
    mac,
    encoded: encoded ?? headerValue,
    headerName: names.signature,
    headerValue,
    encryption: delivery.encrypted ? encryptionVector(protocol, document, { body, plaintext }) : undefined,
  };
}

interface Given {
  readonly protocol: Protocol;
  readonly url: string;
  readonly delivery: FixtureDelivery;
  readonly body: string;
  readonly timestamp: string;
}

interface Signed {
  readonly parts: readonly VectorPart[];
  readonly signed: string;
}

/** The parts of an input that the protocol itself describes. */
function contentParts({ protocol, url, delivery, body, timestamp }: Given): Signed {
  const { signature, headers: names } = protocol;
  const named = (part: Extract<SignedPart, string>): VectorPart => {
    if (part === "body") return { part, name: "the body", value: body };
    if (part === "url") return { part, name: "the address", value: url };
    if (part === "timestamp") return { part, name: names.timestamp ?? "the timestamp", value: timestamp };
    const name =
      part === "nonce" || part === "deliveryId" || part === "eventId" || part === "eventType"
        ? names[part]
        : undefined;
    return { part, name: name ?? part, value: name === undefined ? "" : headerText(delivery, name) };
  };
  const parts = signature.content.map((part): VectorPart => {
    if (typeof part === "string") return named(part);
    if ("literal" in part) return { part, name: "a fixed text", value: part.literal };
    if ("header" in part) return { part, name: part.header, value: headerText(delivery, part.header) };
    const value = createHash(part.digest).update(body).digest(part.encoding);
    return { part, name: `the ${part.digest} of the body`, value };
  });
  return { parts, signed: parts.map(({ value }) => value).join(signature.separator) };
}

/** The components of a signature of an HTTP message (RFC 9421). */
function messageParts({ protocol, url, delivery, body }: Given): Signed {
  const components = coveredComponents(protocol);
  const list = headerText(delivery, "Signature-Input").replace(/^[^=]*=/, "");
  const parts = { body: Buffer.from(body), url, header: (name: string) => headerText(delivery, name) };
  const base = signatureBase({ components, parameters: list, parts }) ?? Buffer.alloc(0);
  const signed = base.toString("latin1");
  const lines = signed.split("\n").map((line): VectorPart => {
    const [, name = "", value = ""] = /^"([^"]*)": (.*)$/s.exec(line) ?? [];
    return { part: "component", name, value };
  });
  return { parts: lines, signed };
}

function headerText({ headers }: FixtureDelivery, wanted: string): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase());
  return found?.[1] ?? "";
}

/** The signature in a header that a private key made: what is after the prefix. */
function presented(value: string, { signature: { fields, prefix } }: Protocol): string {
  const entry = fields === undefined ? value : (value.split(fields.separator).at(-1) ?? "");
  const text = fields === undefined ? entry : entry.slice(fields.signature.length + fields.assignment.length);
  return text.slice(prefix.length);
}

function keyBytes(key: Protocol["signature"]["key"], secret: string): Buffer {
  const { prefix = "", encoding } = key ?? { encoding: "utf8" as const };
  return Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, encoding);
}

function encryptionVector(
  { encryption }: Protocol,
  { encryptKey = "" }: FixtureDocument,
  { body, plaintext }: { readonly body: string; readonly plaintext: string },
): EncryptionVector | undefined {
  if (encryption === undefined) return undefined;
  const sealed = String((JSON.parse(body) as Record<string, unknown>)[encryption.property]);
  return {
    plaintext,
    key: createHash(encryption.keyDerivation).update(encryptKey, "utf8").digest(),
    iv: Buffer.from(sealed, encryption.encoding).subarray(0, encryption.ivBytes),
    sealed,
  };
}
