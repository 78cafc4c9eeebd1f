import type { Protocol } from "@oipkit/runtime/webhook";
import type { DeliverySettings } from "../context.js";
import type { TransportErrorCode, TransportResult } from "../ports.js";

/** Why an attempt failed: of the transport, or the status of the answer, such as `http-503`. */
type AttemptError = TransportErrorCode | `http-${number}`;

/** What an attempt means for its delivery. */
type Verdict =
  | { readonly kind: "delivered" }
  | {
      /** `limited`: the endpoint takes no more requests now, which isn't a failure. */
      readonly kind: "retry" | "limited";
      readonly error: AttemptError;
      /** What the receiver asked for, in milliseconds from now. */
      readonly retryAfterMs?: number | undefined;
    }
  /** Nothing was sent, which isn't the endpoint's fault. */
  | { readonly kind: "unsent"; readonly error: AttemptError }
  | { readonly kind: "final"; readonly error: AttemptError };

type Retries = Pick<
  NonNullable<Protocol["retries"]>,
  "retriedStatuses" | "retriesServerErrors" | "finalStatuses"
>;

const tooManyRequests = 429;

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
    if (error === "address-refused") return { kind: "final", error };
    // Not the receiver's fault.
    if (error === "sender-exhausted" || error === "sender-failed") return { kind: "unsent", error };
    return { kind: "retry", error };
  }
  const { status, headers } = result;
  if (status >= 200 && status < 300) return { kind: "delivered" };
  const error = `http-${status}` as const;
  if (!isRetried(protocol.retries ?? usualRetries, status)) return { kind: "final", error };
  const kind = status === tooManyRequests ? "limited" : "retry";
  return { kind, error, retryAfterMs: retryAfterMs(headers, now()) };
}

function isRetried(
  { retriedStatuses, retriesServerErrors, finalStatuses }: Retries,
  status: number,
): boolean {
  if (finalStatuses.includes(status)) return false;
  return retriedStatuses.includes(status) || (retriesServerErrors && status >= 500);
}

/** A failed attempt that is to be followed by another. */
interface RetryDelayOptions {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly settings: Pick<DeliverySettings, "retryDelaysMs">;
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The part of a wait that is added by chance at most, so that what failed together isn't tried again together. */
const jitter = 0.2;

/** How long to wait, in whole milliseconds: as the list says, and at least what the receiver asked for, up to the longest wait of the list. */
export function retryDelay({ attempt, settings, random, retryAfterMs = 0 }: RetryDelayOptions): number {
  const { retryDelaysMs } = settings;
  const delay = retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] as number;
  const asked = Math.min(retryAfterMs, Math.max(...retryDelaysMs));
  return Math.round(Math.max(delay * (1 + jitter * random()), asked));
}

/** Longest wait that is taken from a header: a year. */
const maxMs = 366 * 24 * 3_600_000;

const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const time = "\\d\\d:\\d\\d:\\d\\d";

/** The preferred form and the two obsolete ones that a recipient has to accept (RFC 9110, section 5.6.7). */
const imfFixdate = new RegExp(`^${day}, \\d\\d ${month} \\d{4} ${time} GMT$`);
const rfc850 = new RegExp(`^${longDay}, (\\d\\d-${month}-)(\\d\\d)( ${time} GMT)$`);
const asctime = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** An HTTP date in milliseconds since 1970; `undefined` if it isn't one. `now` tells the century of a date with two digits. */
export function parseHttpDate(text: string, now: number): number | undefined {
  let instant = Number.NaN;
  if (imfFixdate.test(text)) instant = Date.parse(text);
  else if (asctime.test(text)) instant = Date.parse(`${text} GMT`);
  else {
    const [, before = "", year = "", after = ""] = rfc850.exec(text) ?? [];
    if (year !== "")
      instant = Date.parse(`${before.replaceAll("-", " ")}${fullYear(Number(year), now)}${after}`);
  }
  if (Number.isNaN(instant)) return undefined;
  return instant;
}

/** A year that seems to be more than 50 years ahead is the most recent one in the past with these digits. */
function fullYear(digits: number, now: number): number {
  const present = new Date(now).getUTCFullYear();
  const year = present - (present % 100) + digits;
  if (year > present + 50) return year - 100;
  return year;
}

/**
 * How long a server asks to wait, in milliseconds from now: seconds, or a date compared with that of the answer if it has one, since the
 * server's clock may be another. From 0 to a year; `undefined` without the header, or if it is malformed.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxMs);
  const instant = parseHttpDate(text, now);
  if (instant === undefined) return undefined;
  const answered = parseHttpDate(headers.date?.trim() ?? "", now) ?? now;
  return Math.min(Math.max(0, instant - answered), maxMs);
}
