import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { DeliveryError } from "../errors.js";
import type { CredentialKind } from "../store/tables.js";

/** A key that credentials are sealed with. */
export interface RingKey {
  /** Letters, digits, `-` and `_`, at most 64. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** What a key of the ring is used for; each use has a key of its own, derived from it. */
type KeyPurpose = "credentials" | "proofs" | "messages";

/** The keys of an engine. New texts are sealed with the current one, earlier ones stay readable. */
export interface KeyRing {
  readonly currentId: string;
  /** The key for a purpose. Throws `key-missing`. */
  readonly key: (id: string, purpose: KeyPurpose) => Uint8Array;
}

/** Where keys can come from; exactly one is set, or none for the environment of the process. */
export interface KeyRingOptions {
  /** The first is the current one. */
  readonly keys?: readonly RingKey[] | undefined;
  /** Variables with `OIPKIT_DELIVERY_KEYS`. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reads a file with the same text as the variable; lines may replace its commas. */
  readonly readFile?: (() => string) | undefined;
}

const variable = "OIPKIT_DELIVERY_KEYS";
const keyBytes = 32;
const idForm = /^[\w-]{1,64}$/;

/** Reads the keys. Throws `key-missing` if there is none, and `delivery-options` for a malformed one, without quoting it. */
export function readKeyRing(options: KeyRingOptions): KeyRing {
  const keys = options.keys ?? parsed(ringText(options));
  const [current] = keys;
  if (current === undefined) {
    throw new DeliveryError(
      "key-missing",
      `no key for encrypting credentials: set ${variable} to \`id:base64\` of 32 random bytes, as from \`openssl rand -base64 32\``,
    );
  }
  const derived = new Map<string, Readonly<Record<KeyPurpose, Uint8Array>>>();
  for (const { id, bytes } of keys) {
    if (!idForm.test(id)) throw malformed("an id has from 1 to 64 letters, digits, `-` or `_`");
    if (bytes.length !== keyBytes) throw malformed(`the key ${id} hasn't ${keyBytes} bytes`);
    if (derived.has(id)) throw malformed(`the id ${id} is there twice`);
    derived.set(id, {
      credentials: derive(bytes, "credentials"),
      proofs: derive(bytes, "proofs"),
      messages: derive(bytes, "messages"),
    });
  }
  return {
    currentId: current.id,
    key(id, purpose) {
      const found = derived.get(id);
      if (found !== undefined) return found[purpose];
      throw new DeliveryError(
        "key-missing",
        `the key ring lacks the key ${id}: add it after the current one; it can go once everything is resealed`,
        { details: { keyId: id } },
      );
    },
  };
}

function ringText({ environment, readFile }: KeyRingOptions): string {
  return (readFile === undefined ? environment?.[variable] : readFile()) ?? "";
}

function parsed(text: string): RingKey[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  return entries.map((entry, index) => {
    const at = entry.indexOf(":");
    const encoded = entry.slice(at + 1);
    const bytes = Buffer.from(encoded, "base64");
    if (at < 1 || bytes.toString("base64") !== encoded)
      throw malformed(`entry ${index + 1} isn't \`id:base64\``);
    return { id: entry.slice(0, at), bytes };
  });
}

function malformed(reason: string): DeliveryError {
  return new DeliveryError("delivery-options", `the key ring is malformed: ${reason}`);
}

function derive(bytes: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bytes, "", `oipkit delivery ${purpose}`, keyBytes));
}

/** What a sealed text belongs to; it opens for nothing else. */
interface SealedFor {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly version: number;
}

/** A sealed secret, as it is stored. */
interface Sealed {
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
