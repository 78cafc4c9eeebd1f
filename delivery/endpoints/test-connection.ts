import { createHmac, timingSafeEqual } from "node:crypto";
import { activeApplication } from "../checks.js";
import type { KeyRing } from "../credentials/key-ring.js";
import { DeliveryError } from "../errors.js";
import { type EndpointParts, presentState } from "./endpoint.js";
import {
  type VerificationFailure,
  verificationFailure,
  verificationFault,
  verificationRequest,
} from "./verification.js";

/** What a test of a connection found. */
export type ConnectionTest =
  | {
      readonly verified: true;
      /** For a save of this URL, on this revision, until `expiresAt`. Neither store nor log it. */
      readonly proof: string;
      /** Milliseconds since 1970, inclusive. */
      readonly expiresAt: number;
      readonly revision: number;
    }
  | VerificationFailure;

const randomBytes = 32;

/**
 * Verifies that a receiver answers at a URL, as the protocol says. Writes nothing. Rejects with `application-unknown`,
 * `application-inactive`, and `precondition-failed` if the protocol has no verification.
 */
export async function testConnection(
  { context, keyRing, options }: EndpointParts,
  application: string,
  url: string,
): Promise<ConnectionTest> {
  const scheme = context.protocol.verification;
  if (scheme === undefined)
    throw new DeliveryError(
      "precondition-failed",
      "the protocol verifies no connections: save the URL without a proof",
    );
  const { organization } = await activeApplication(context, application);
  const problem = urlFault(options, url);
  if (problem !== undefined)
    return verificationFailure("url-refused", problem, "give the complete URL of a public HTTPS server");
  const { revision } = await presentState(context.store.db, application);
  const text = (): string => Buffer.from(context.random(randomBytes)).toString("base64url");
  const challenge = text();
  const result = await context.transport.post(verificationRequest(scheme, { url, challenge, token: text() }));
  const fault = verificationFault(scheme, challenge, result);
  if (fault !== undefined) return fault;
  const expiresAt = context.clock.now() + options.proofSeconds * 1000;
  const proof = makeProof(keyRing, { organization, application, url, revision }, expiresAt);
  return { verified: true, proof, expiresAt, revision };
}

const longestUrl = 2048;

/** What is wrong with a candidate; it is kept and compared as it is, so it has no second spelling with white space. */
export function urlFault({ urlProblem }: EndpointParts["options"], url: string): string | undefined {
  if (url.length > longestUrl) return `the URL has more than ${longestUrl} characters`;
  if (!/^[\x21-\x7e]+$/.test(url)) return "the URL has white space or characters that aren't ASCII";
  return urlProblem(url);
}

/** What a proof binds; it is worth nothing if any byte of it differs. */
interface Proven {
  readonly organization: string;
  readonly application: string;
  readonly url: string;
  /** Revision of the endpoint when it was tested; saving invalidates the proof. */
  readonly revision: number;
}

const form = /^([\w-]{1,64})\.(0|[1-9]\d{0,15})\.([\w-]{43})$/;

/** The proof that a URL was verified. It is kept nowhere. `expiresAt` is in milliseconds since 1970. */
export function makeProof(keyRing: KeyRing, proven: Proven, expiresAt: number): string {
  const keyId = keyRing.currentId;
  return `${keyId}.${expiresAt}.${proofCode(keyRing.key(keyId, "proofs"), proven, expiresAt)}`;
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

interface ClaimedProof {
  readonly keyId: string;
  readonly expiresAt: number;
  readonly given: string;
}

function isGenuine(keyRing: KeyRing, proven: Proven, { keyId, expiresAt, given }: ClaimedProof): boolean {
  if (given === "") return false;
  let key: Uint8Array;
  try {
    key = keyRing.key(keyId, "proofs");
  } catch {
    return false;
  }
  return timingSafeEqual(Buffer.from(proofCode(key, proven, expiresAt)), Buffer.from(given));
}

function proofCode(key: Uint8Array, proven: Proven, expiresAt: number): string {
  const { organization, application, url, revision } = proven;
  const bound = JSON.stringify([organization, application, url, revision, expiresAt]);
  return createHmac("sha256", key).update(bound).digest("base64url");
}
