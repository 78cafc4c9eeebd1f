import { isUsable } from "../check-options.js";
import type { ReceiverOptions, Secrets } from "../options.js";
import { type DeliveryHeaders, isAuthenticating, readHeaders } from "../wire/headers.js";
import { nonceExpiry } from "../wire/nonce-expiry.js";
import type { Protocol } from "../wire/protocol.js";
import { verifySignature } from "../wire/signature.js";
import { isWithinWindow, parseTimestamp } from "../wire/timestamp.js";
import { Refusal } from "./refusal.js";

/** The options that the first three steps use. */
export type AuthenticationOptions = Pick<ReceiverOptions<unknown>, "protocol">;

/** Step 1: the required headers. Throws `Refusal`. */
export function requireHeaders(
  { protocol }: AuthenticationOptions,
  get: (name: string) => string | null,
): DeliveryHeaders {
  const { unauthenticated, unprocessable } = protocol.responses;
  const result = readHeaders(protocol, get);
  if (result.kind === "complete") return result.headers;
  throw new Refusal({
    code: `header-${result.kind}`,
    status: isAuthenticating(result.role) ? unauthenticated : unprocessable,
    subject: protocol.headers[result.role],
  });
}

/**
 * The first half of step 2: the window, so that a stale request doesn't use up its nonce. Returns until when the
 * nonce has to be reserved, in milliseconds since 1970. Throws `Refusal`.
 */
export function requireWindow(
  { protocol }: AuthenticationOptions,
  headers: DeliveryHeaders,
  now: number,
): number {
  const status = protocol.responses.unauthenticated;
  const timestamp = parseTimestamp(headers.timestamp);
  if (timestamp === undefined) throw new Refusal({ code: "timestamp-malformed", status });
  if (!isWithinWindow({ timestamp, now, toleranceSeconds: protocol.timestamp.toleranceSeconds })) {
    throw new Refusal({ code: "timestamp-outside-window", status });
  }
  return nonceExpiry({ protocol, timestamp, now });
}

/** Step 3: the signature over the raw bytes. Throws `Refusal`. */
export function requireSignature(
  { protocol, secrets }: { readonly protocol: Protocol; readonly secrets: readonly string[] },
  { timestamp, nonce, signature }: DeliveryHeaders,
  body: Uint8Array,
): void {
  if (!verifySignature({ protocol, secrets, timestamp, nonce, signature, body })) {
    throw new Refusal({ code: "signature-mismatch", status: protocol.responses.unauthenticated });
  }
}

/** The current secrets, from the function if there is one. Rejects with `Refusal`. */
export async function askForSecrets(
  protocol: Protocol,
  secrets: Extract<Secrets, () => unknown>,
): Promise<readonly string[]> {
  const status = protocol.responses.unavailable;
  let current: readonly string[];
  try {
    current = await secrets();
  } catch (cause) {
    throw new Refusal({ code: "secrets-unavailable", status, cause });
  }
  // Without a secret no request can be called forged, and a final answer would lose the event.
  if (!isUsable(current)) throw new Refusal({ code: "secrets-unavailable", status });
  return current;
}
