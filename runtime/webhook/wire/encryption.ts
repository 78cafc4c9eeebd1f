import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { OipkitError } from "../../errors.js";
import type { JsonObject } from "../../ports/json.js";
import { type JsonContainer, type ParsedJson, parseJsonBody, parseJsonObject } from "./body.js";
import type { EncryptionScheme, Protocol } from "./protocol.js";

/** The one error for every decryption failure, so that neither answer nor log distinguishes them. */
export class DecryptionFailed extends OipkitError {
  readonly code = "decryption-failed";

  constructor() {
    super("the body could not be decrypted");
  }
}

/** The protocol describes no encryption, yet an Encrypt Key was given. */
export class EncryptionUnsupported extends OipkitError {
  readonly code = "encryption-unsupported";

  constructor() {
    super("an Encrypt Key was given, but the protocol has no encryption");
  }
}

/** A body to encrypt. */
export interface EncryptOptions {
  readonly protocol: Pick<Protocol, "encryption">;
  readonly encryptKey: string;
  /** The plaintext body, verification token included. */
  readonly body: Uint8Array;
  /** Returns that many random bytes; called once, for the initialisation vector. */
  readonly random: (size: number) => Uint8Array;
}

/** The outer body: a JSON object whose only field holds IV and ciphertext. Throws `EncryptionUnsupported`. */
export function encrypt({ protocol, encryptKey, body, random }: EncryptOptions): Uint8Array {
  const scheme = requireScheme(protocol);
  const iv = random(scheme.ivBytes);
  const cipher = createCipheriv(scheme.algorithm, cipherKey(encryptKey), iv);
  const sealed = Buffer.concat([iv, cipher.update(body), cipher.final()]);
  return Buffer.from(`{${JSON.stringify(scheme.property)}:"${sealed.toString("base64")}"}`, "utf8");
}

/** A body to decrypt. */
export interface DecryptOptions {
  readonly protocol: Pick<Protocol, "encryption">;
  readonly encryptKey: string;
  /** The outer body as received. */
  readonly body: Uint8Array;
}

/**
 * Opens an encrypted body and returns the plaintext object, verification token included. The
 * outer body must be exactly one field with canonical Base64 of IV and whole blocks. Throws
 * `DecryptionFailed`, the same for every failure and without a cause, or `EncryptionUnsupported`.
 */
export function decryptBody(options: DecryptOptions): JsonObject {
  return openEncrypted(options, parseJsonBody).value;
}

/** The text of that object. Throws as `decryptBody` does. */
export function decryptedText(options: DecryptOptions): string {
  return openEncrypted(options, parseJsonBody).text;
}

/** The same, with the plaintext that it was parsed from by `parse`. */
export function openEncrypted<Value extends JsonContainer>(
  { protocol, encryptKey, body }: DecryptOptions,
  parse: (plaintext: Uint8Array) => ParsedJson<Value>,
): ParsedJson<Value> {
  const scheme = requireScheme(protocol);
  try {
    const sealed = readSealed(scheme, parseJsonObject(body));
    const decipher = createDecipheriv(
      scheme.algorithm,
      cipherKey(encryptKey),
      sealed.subarray(0, scheme.ivBytes),
    );
    const plaintext = Buffer.concat([decipher.update(sealed.subarray(scheme.ivBytes)), decipher.final()]);
    return parse(plaintext);
  } catch {
    throw new DecryptionFailed();
  }
}

const blockBytes = 16;

function readSealed(scheme: EncryptionScheme, outer: JsonObject): Buffer {
  const text = outer[scheme.property];
  if (typeof text !== "string" || Object.keys(outer).length !== 1) throw new DecryptionFailed();
  const sealed = Buffer.from(text, "base64");
  // Node also decodes the URL alphabet, white space and missing padding; only canonical text round-trips.
  if (sealed.toString("base64") !== text) throw new DecryptionFailed();
  const blocks = (sealed.length - scheme.ivBytes) / blockBytes;
  if (blocks < 1 || !Number.isInteger(blocks)) throw new DecryptionFailed();
  return sealed;
}

/** Enough for a sender with many endpoints; with more, the cache restarts. */
const maxKeys = 1024;
const cipherKeys = new Map<string, Buffer>();

function cipherKey(encryptKey: string): Buffer {
  let key = cipherKeys.get(encryptKey);
  if (key === undefined) {
    key = createHash("sha256").update(encryptKey, "utf8").digest();
    if (cipherKeys.size === maxKeys) cipherKeys.clear();
    cipherKeys.set(encryptKey, key);
  }
  return key;
}

function requireScheme(protocol: Pick<Protocol, "encryption">): EncryptionScheme {
  if (protocol.encryption === undefined) throw new EncryptionUnsupported();
  return protocol.encryption;
}
