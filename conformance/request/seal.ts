import { createCipheriv, createHash } from "node:crypto";
import type { EncryptionScheme } from "@oipkit/runtime/webhook";
import type { EncryptionFault } from "../suite/delivery.js";

/** A plaintext body to encrypt, and the faults to introduce. */
export interface SealOptions {
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
  const padded = pad(plaintext, fault.padding === "broken");
  const sealed = Buffer.concat([iv, cipher.update(padded), cipher.final()]).subarray(0, fault.keepBytes);
  const text = sealed.toString(fault.alphabet === "url" ? "base64url" : scheme.encoding);
  return Buffer.from(JSON.stringify({ [scheme.property]: text, ...extra, ...fault.extra }));
}

const blockBytes = 16;

/** PKCS#7: as many bytes as are needed for whole blocks, each with that value. No padding ends with 0. */
function pad(bytes: Uint8Array, broken: boolean): Uint8Array {
  const missing = blockBytes - (bytes.length % blockBytes);
  const padding = Buffer.alloc(missing, missing);
  if (broken) padding[missing - 1] = 0;
  return Buffer.concat([bytes, padding]);
}
