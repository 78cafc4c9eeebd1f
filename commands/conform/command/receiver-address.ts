import { parsed, UsageError } from "../../options/option.js";
import { readWebAddress } from "../../options/web-address.js";
import { isTooLarge, NoAnswer, type Send } from "../exchange/send.js";

/** The address of a receiver as given. Throws `UsageError`. */
export function receiverAddress(name: string, text: string): string {
  return readWebAddress(name, text, "http://localhost:8080/webhook");
}

/** Option for the address that a receiver is configured with, if it differs from the one that is requested. */
export const publicUrl = parsed(
  {
    value: "URL",
    description: "the address that the receiver is configured with, if the signature covers it",
    otherwise: "the one that is requested",
  },
  (given, flag) => receiverAddress(flag, given),
);

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** A duration such as `30s`, `500ms` or `2m`, in milliseconds. Throws `UsageError`. */
export function readDuration(text: string, flag: string): number {
  const [, number, unit = ""] = /^([0-9]{1,6})(ms|s|m)$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`${flag} must be a duration such as 30s, 500ms or 2m`);
  return Number(number) * (units[unit] ?? 0);
}

/** The receiver to wait for, and the limits of it. */
interface WaitOptions {
  readonly url: string;
  readonly waitMs: number;
  readonly send: Send;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Waits that many milliseconds. Default: with a timer. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const pauseMs = 250;
/** What a proxy answers while the program behind it is starting. */
const startingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Waits until a receiver answers, or the time is up; the run then says what is wrong. */
export async function waitForReceiver(options: WaitOptions): Promise<void> {
  const { url, waitMs, send, now, signal } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const end = now() + waitMs;
  for (;;) {
    const left = end - now();
    if (left <= 0 || signal.aborted) return;
    const request = { url, method: "GET", headers: [], body: new Uint8Array(), newConnection: true };
    try {
      const { status } = await send({ ...request, timeoutMs: Math.max(1, left) });
      if (!startingStatuses.has(status)) return;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      // It listens, whatever it answered.
      if (isTooLarge(cause.kind) || cause.kind === "malformed") return;
    }
    await sleep(Math.min(pauseMs, Math.max(0, end - now())));
  }
}
