import { createCipheriv, createHash } from "node:crypto";
import type { EncryptionScheme, JsonObject } from "@oipkit/runtime/webhook";
import type { EncryptionFault } from "../suite/delivery.js";
import type { PaddingFault } from "../suite/padding-fault.js";
import { edited } from "./change.js";

/** A plaintext body to encrypt, and the faults to introduce. */
interface SealOptions {
  readonly scheme: EncryptionScheme;
  readonly encryptKey: string;
  readonly plaintext: Uint8Array;
  readonly fault: EncryptionFault;
  /** Further properties of the outer body. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly random: (size: number) => Uint8Array;
}

/** The outer body of an encrypted delivery, with the faults of its case. */
export function seal({ scheme, encryptKey, plaintext, fault, extra, random }: SealOptions): Uint8Array {
  const iv = random(scheme.ivBytes);
  const secret = fault.key === "other" ? `${encryptKey} other` : encryptKey;
  const key = createHash(scheme.keyDerivation).update(secret, "utf8").digest();
  const cipher = createCipheriv(scheme.algorithm, key, iv).setAutoPadding(false);
  const blocks = Buffer.concat([iv, cipher.update(padded(plaintext, fault)), cipher.final()]);
  const sealed = Buffer.concat([
    blocks.subarray(0, fault.keepBytes),
    Buffer.from(fault.appendHex ?? "", "hex"),
  ]);
  const encoded = Buffer.from(sealed.toString(fault.alphabet === "url" ? "base64url" : scheme.encoding));
  const text = Buffer.from(edited(encoded, fault.encoded)).toString("utf8");
  const members: JsonObject = fault.beside === true ? parsed(plaintext) : {};
  const value = fault.instead === undefined ? text : unsealed(fault.instead, plaintext, sealed);
  return Buffer.from(JSON.stringify({ ...members, [scheme.property]: value, ...extra, ...fault.extra }));
}

/** What a receiver may read as the event if nothing can be decrypted. */
function unsealed(
  instead: NonNullable<EncryptionFault["instead"]>,
  plaintext: Uint8Array,
  sealed: Uint8Array,
): unknown {
  switch (instead) {
    case "text":
      return Buffer.from(plaintext).toString("utf8");
    case "base64":
    case "base64url":
    case "hex":
      return Buffer.from(plaintext).toString(instead);
    case "value":
      return parsed(plaintext);
    case "ciphertext-hex":
      return Buffer.from(sealed).toString("hex");
    case "ciphertext-base64-twice":
      return Buffer.from(Buffer.from(sealed).toString("base64")).toString("base64");
  }
}

function parsed(bytes: Uint8Array): JsonObject {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as JsonObject;
}

const blockBytes = 16;

/** A plaintext in whole blocks: with PKCS#7 padding, or with the fault of its case. Spaces may follow the JSON. */
function padded(
  plaintext: Uint8Array,
  { padding, paddingBytes }: Pick<EncryptionFault, "padding" | "paddingBytes">,
): Uint8Array {
  if (padding === undefined || padding === "broken") {
    const bytes = paddingBytes === undefined ? plaintext : filled(plaintext, paddingBytes);
    const missing = blockBytes - (bytes.length % blockBytes);
    const pkcs7 = Buffer.alloc(missing, missing);
    // No padding ends with 0.
    if (padding === "broken") pkcs7[missing - 1] = 0;
    return Buffer.concat([bytes, pkcs7]);
  }
  const end = faults[padding];
  return Buffer.concat([filled(plaintext, end.length), end]);
}

/** With spaces at the end, so that this many bytes are missing to a whole block. */
function filled(bytes: Uint8Array, missing: number): Uint8Array {
  const spaces = (2 * blockBytes - ((bytes.length + missing) % blockBytes)) % blockBytes;
  return Buffer.concat([bytes, Buffer.alloc(spaces, " ")]);
}

/** The bytes after the JSON. Nine bytes leave room on both sides. */
const faults: Readonly<Record<PaddingFault, Buffer>> = {
  none: Buffer.alloc(0),
  zeros: Buffer.alloc(9),
  "zeros-and-length": Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 9]),
  "others-and-length": Buffer.from([7, 1, 8, 2, 6, 3, 5, 4, 9]),
  bit: Buffer.from([128, 0, 0, 0, 0, 0, 0, 0, 0]),
  "first-wrong": Buffer.from([32, ...Array<number>(15).fill(16)]),
  "middle-wrong": Buffer.from([9, 9, 9, 9, 32, 9, 9, 9, 9]),
  "last-but-one-wrong": Buffer.from([9, 9, 9, 9, 9, 9, 9, 32, 9]),
  seventeen: Buffer.alloc(17, 17),
  "two-blocks": Buffer.alloc(32, 32),
};
