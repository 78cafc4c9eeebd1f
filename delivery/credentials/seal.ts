import { createCipheriv, createDecipheriv } from "node:crypto";
import { DeliveryError } from "../errors.js";
import type { CredentialKind } from "../store/tables.js";
import type { KeyRing } from "./key-ring.js";

/** What a sealed text belongs to; it opens for nothing else. */
export interface SealedFor {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
}

/** A sealed secret, as it is stored. */
export interface Sealed {
  /** Base64 of IV, ciphertext and tag. */
  readonly sealed: string;
  readonly keyId: string;
}

const algorithm = "aes-256-gcm";
const [ivBytes, tagBytes] = [12, 16];

/** Seals a secret with the current key. `iv` has 12 random bytes, never used before. */
export function seal(
  keyRing: KeyRing,
  owner: SealedFor,
  { secret, iv }: { secret: string; iv: Uint8Array },
): Sealed {
  const keyId = keyRing.currentId;
  const cipher = createCipheriv(algorithm, keyRing.key(keyId, "credentials"), iv, {
    authTagLength: tagBytes,
  });
  cipher.setAAD(boundTo(owner));
  const parts = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
  return { sealed: Buffer.concat(parts).toString("base64"), keyId };
}

/** Opens a secret. Throws `key-missing`, and `credential-state` if the text was changed or belongs to something else. */
export function open(keyRing: KeyRing, owner: SealedFor, { sealed, keyId }: Sealed): string {
  const key = keyRing.key(keyId, "credentials");
  const bytes = Buffer.from(sealed, "base64");
  try {
    if (bytes.toString("base64") !== sealed || bytes.length < ivBytes + tagBytes) throw new Error("length");
    const end = bytes.length - tagBytes;
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(owner));
    decipher.setAuthTag(bytes.subarray(end));
    return decipher.update(bytes.subarray(ivBytes, end), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw new DeliveryError(
      "credential-state",
      `version ${owner.version} of the ${owner.kind} can't be opened: its row was changed, or the key ${keyId} is another one than it was sealed with`,
      { details: { ...owner, keyId } },
    );
  }
}

/** JSON keeps the parts apart, whatever they contain. */
function boundTo({ application, kind, version }: SealedFor): Buffer {
  return Buffer.from(JSON.stringify([application, kind, version]), "utf8");
}
