import { isUsable } from "../check-options.js";
import type { ReceiverOptions } from "../options.js";
import type { VerificationKey } from "../wire/compiled-signature.js";
import { type DeliveryHeaders, isAuthenticating, readHeader, readHeaders } from "../wire/headers.js";
import { verifyMessage } from "../wire/message-signature.js";
import type { Protocol } from "../wire/protocol.js";
import { KeyMalformed } from "../wire/secret-bytes.js";
import { prepareSignature } from "../wire/signature.js";
import { isRecent, nonceExpiry, parseInstant } from "../wire/timestamp.js";
import { Refusal } from "./outcome.js";

/** The options that the first three steps use. */
type AuthenticationOptions = Pick<ReceiverOptions<unknown>, "protocol">;

type HeaderOf = (name: string) => string | null;

/** Step 1: the required headers. Throws `Refusal`. */
export function requireHeaders({ protocol }: AuthenticationOptions, get: HeaderOf): DeliveryHeaders {
  const { unauthenticated, unprocessable } = protocol.responses;
  const result = readHeaders(protocol, get);
  if (result.kind === "complete") return result.headers;
  throw new Refusal({
    code: `header-${result.kind}`,
    status: isAuthenticating(result.role) ? unauthenticated : unprocessable,
    subject: protocol.headers[result.role] ?? protocol.headers.signature,
  });
}

/**
 * The first half of step 2: the window, if the protocol has one, so that a stale request doesn't use up its nonce. Returns
 * until when the nonce has to be reserved, in milliseconds since 1970. Throws `Refusal`.
 */
export function requireWindow(
  { protocol }: AuthenticationOptions,
  headers: DeliveryHeaders,
  now: number,
): number {
  const { timestamp: scheme } = protocol;
  const expires = headers.message?.expires;
  if (expires !== undefined && Math.floor(now / 1000) > expires)
    throw new Refusal({ code: "timestamp-outside-window", status: protocol.responses.unauthenticated });
  if (scheme === undefined) return nonceExpiry({ protocol, signedAt: undefined, now });
  const status = protocol.responses.unauthenticated;
  const signedAt = parseInstant(scheme.unit, headers.timestamp);
  if (signedAt === undefined) throw new Refusal({ code: "timestamp-malformed", status });
  if (!isRecent(scheme, signedAt, now)) throw new Refusal({ code: "timestamp-outside-window", status });
  return nonceExpiry({ protocol, signedAt, now });
}

/** What a signature is verified with. */
interface SignatureOptions {
  readonly protocol: Protocol;
  /** Secrets or public keys, depending on the algorithm. */
  readonly keys: readonly VerificationKey[];
  readonly body: Uint8Array;
  /** Reads headers that the signature covers. */
  readonly header: HeaderOf;
  /** The address that the platform posts to, if the signature covers it. */
  readonly url?: string | undefined;
  /** The method of the request, if the signature covers it. */
  readonly method?: string | undefined;
}

/** Step 3: the signature over the raw bytes. Throws `Refusal`. */
export function requireSignature(options: SignatureOptions, headers: DeliveryHeaders): void {
  const { protocol } = options;
  const { unauthenticated, unavailable } = protocol.responses;
  let isSigned: boolean;
  try {
    isSigned =
      headers.message === undefined
        ? isSignedDelivery(options, headers)
        : verifyMessage({ ...options, message: headers.message });
  } catch (cause) {
    if (cause instanceof KeyMalformed) {
      throw new Refusal({ code: "secrets-unavailable", status: unavailable, cause });
    }
    throw cause;
  }
  if (!isSigned) throw new Refusal({ code: "signature-mismatch", status: unauthenticated });
}

function isSignedDelivery(options: SignatureOptions, headers: DeliveryHeaders): boolean {
  const { protocol, keys, body, header, url } = options;
  const { unauthenticated } = protocol.responses;
  const scheme = prepareSignature(protocol.signature);
  for (const name of scheme.signedHeaders) {
    if (readHeader(header, name) !== undefined) continue;
    throw new Refusal({ code: "header-missing", status: unauthenticated, subject: name });
  }
  const presented = scheme.readHeader(headers.signature);
  if (presented === undefined) {
    const subject = protocol.headers.signature;
    throw new Refusal({ code: "header-malformed", status: unauthenticated, subject });
  }
  const { deliveryId, eventId, eventType, timestamp, nonce } = headers;
  const parts = { deliveryId, eventId, eventType, timestamp, nonce, body, header, url };
  return scheme.verify(keys, parts, presented.signatures);
}

/** The current keys, from the function that returns them. Rejects with `Refusal`. */
export async function askForKeys(
  protocol: Protocol,
  ask: () => MaybeKeys | Promise<MaybeKeys>,
): Promise<readonly VerificationKey[]> {
  const status = protocol.responses.unavailable;
  let current: MaybeKeys;
  try {
    current = await ask();
  } catch (cause) {
    throw new Refusal({ code: "secrets-unavailable", status, cause });
  }
  // Without a key no request can be called forged, and a final answer would lose the event.
  if (!isUsable(current)) throw new Refusal({ code: "secrets-unavailable", status });
  return current;
}

/** The Encrypt Key of now, from the function that returns it. Rejects with `Refusal`. */
export async function askForEncryptKey(
  protocol: Protocol,
  ask: Exclude<ReceiverOptions<unknown>["encryptKey"], string | undefined>,
): Promise<string | undefined> {
  const status = protocol.responses.unavailable;
  let key: unknown;
  try {
    key = await ask();
  } catch (cause) {
    throw new Refusal({ code: "secrets-unavailable", status, cause });
  }
  if (key === undefined || (typeof key === "string" && key !== "")) return key;
  // An empty key isn't the decision to accept plaintext.
  throw new Refusal({ code: "secrets-unavailable", status });
}

type MaybeKeys = readonly VerificationKey[];
