import { createCipheriv, createHash } from "node:crypto";
import type { EncryptionScheme } from "@oipkit/runtime/webhook";
import type { EncryptionFault } from "../suite/delivery.js";
import { edited } from "./bytes.js";
import { padded } from "./padding.js";

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
  const blocks = Buffer.concat([iv, cipher.update(padded(plaintext, fault)), cipher.final()]);
  const sealed = Buffer.concat([
    blocks.subarray(0, fault.keepBytes),
    Buffer.from(fault.appendHex ?? "", "hex"),
  ]);
  const encoded = Buffer.from(sealed.toString(fault.alphabet === "url" ? "base64url" : scheme.encoding));
  const text = Buffer.from(edited(encoded, fault.encoded)).toString("utf8");
  return Buffer.from(JSON.stringify({ [scheme.property]: text, ...extra, ...fault.extra }));
}
