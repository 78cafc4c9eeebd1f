import type { Protocol } from "@oipkit/runtime/webhook";
import type { TransportErrorCode, TransportResult } from "../ports/transport.js";
import { retryAfterMs } from "./retry-after.js";

/** Why an attempt failed: of the transport, or the status of the answer, such as `http-503`. */
export type AttemptError = TransportErrorCode | `http-${number}`;

/** What an attempt means for its delivery. */
export type Verdict =
  | { readonly kind: "delivered" }
  | {
      readonly kind: "retry";
      readonly error: AttemptError;
      /** What the receiver asked for, in milliseconds from now. */
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: "final"; readonly error: AttemptError };

type Retries = Pick<
  NonNullable<Protocol["retries"]>,
  "retriedStatuses" | "retriesServerErrors" | "finalStatuses"
>;

/** For a protocol that says nothing. */
const usualRetries: Retries = {
  retriedStatuses: [408, 425, 429],
  retriesServerErrors: true,
  finalStatuses: [],
};

/**
 * Judges what came back, by the protocol's lists. Any 2xx is a delivery, also if the body broke off. A redirect, an address that is refused and every
 * status that the lists don't name are final. `now` is only asked for a date in `Retry-After`.
 */
export function judge(
  protocol: Pick<Protocol, "retries">,
  result: TransportResult,
  now: () => number = Date.now,
): Verdict {
  if (result.kind === "failed") {
    const { code: error } = result;
    return error === "address-refused" ? { kind: "final", error } : { kind: "retry", error };
  }
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const error = `http-${status}` as const;
  if (!isRetried(protocol.retries ?? usualRetries, status)) return { kind: "final", error };
  return { kind: "retry", error, retryAfterMs: retryAfterMs(headers, now()) };
}

function isRetried(
  { retriedStatuses, retriesServerErrors, finalStatuses }: Retries,
  status: number,
): boolean {
  if (finalStatuses.includes(status)) return false;
  return retriedStatuses.includes(status) || (retriesServerErrors && status >= 500);
}
