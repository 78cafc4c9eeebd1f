import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.js";
import { DeliveryError } from "../errors.js";

/** What a proof binds; it is worth nothing if any byte of it differs. */
export interface Proven {
  readonly organization: string;
  readonly application: string;
  readonly url: string;
  /** Of the endpoint while it was tested, so that a proof serves one save. */
  readonly revision: number;
}

const form = /^([\w-]{1,64})\.(0|[1-9]\d{0,15})\.([\w-]{43})$/;

/** The proof that a URL was verified. It is kept nowhere. `expiresAt` is in milliseconds since 1970. */
export function makeProof(keyRing: KeyRing, proven: Proven, expiresAt: number): string {
  const keyId = keyRing.currentId;
  return `${keyId}.${expiresAt}.${codeOf(keyRing.key(keyId, "proofs"), proven, expiresAt)}`;
}

/** Throws `proof-missing`, `proof-invalid` or `proof-expired` unless a proof holds at a time. */
export function checkProof(
  keyRing: KeyRing,
  proven: Proven,
  { proof, now }: { readonly proof: string | undefined; readonly now: number },
): void {
  if (proof === undefined) {
    throw new DeliveryError(
      "proof-missing",
      "a new or changed URL, or one that was never verified, has to be tested before it is saved: test the connection",
    );
  }
  const [, keyId = "", expiry = "", given = ""] = form.exec(proof) ?? [];
  const expiresAt = Number(expiry);
  if (!isGenuine(keyRing, proven, { keyId, expiresAt, given })) {
    throw new DeliveryError(
      "proof-invalid",
      "the proof is of another URL, application, organization or revision: test the connection again",
    );
  }
  if (now <= expiresAt) return;
  throw new DeliveryError("proof-expired", "the proof has expired: test the connection again");
}

interface Claimed {
  readonly keyId: string;
  readonly expiresAt: number;
  readonly given: string;
}

function isGenuine(keyRing: KeyRing, proven: Proven, { keyId, expiresAt, given }: Claimed): boolean {
  if (given === "") return false;
  let key: Uint8Array;
  try {
    key = keyRing.key(keyId, "proofs");
  } catch {
    return false;
  }
  return timingSafeEqual(Buffer.from(codeOf(key, proven, expiresAt)), Buffer.from(given));
}

function codeOf(key: Uint8Array, proven: Proven, expiresAt: number): string {
  const { organization, application, url, revision } = proven;
  const bound = JSON.stringify([organization, application, url, revision, expiresAt]);
  return createHmac("sha256", key).update(bound).digest("base64url");
}
