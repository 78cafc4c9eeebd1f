import type { NoAnswerKind } from "../exchange/send.js";
import type { CaseResult } from "../result.js";
import type { Case } from "../suite/suite.js";

/** What a look at the receiver shows. */
export type Sight =
  | { readonly kind: "answers" }
  /** It accepts no connection or no delivery, or this machine can open none. */
  | { readonly kind: "silent"; readonly how: "gone" | "hangs" | "exhausted" }
  /** A delivery that was accepted before now gets this status. */
  | { readonly kind: "refuses"; readonly status: number };

/** How to look at the receiver. */
export interface LookOptions {
  /** Asks on a new connection; `undefined` if anything that is HTTP comes back. */
  readonly ping: (timeoutMs: number) => Promise<NoAnswerKind | undefined>;
  readonly run: (testCase: Case, options: { readonly timeoutMs: number }) => Promise<CaseResult>;
  /** A case that this receiver has passed, in which it accepts a signed delivery. */
  readonly control: Case | undefined;
  readonly timeoutMs: number;
}

/** Whether the receiver still answers, and still accepts what it accepted before. */
export async function lookAtReceiver({ ping, run, control, timeoutMs }: LookOptions): Promise<Sight> {
  const silence = await ping(timeoutMs);
  if (silence !== undefined) return { kind: "silent", how: silenceKind(silence) };
  if (control === undefined) return { kind: "answers" };
  const { result, actual } = await run(control, { timeoutMs });
  if (result !== "failed" || actual === undefined) return { kind: "answers" };
  if (actual.aspect === "answer") {
    return { kind: "silent", how: silenceKind(actual.value as NoAnswerKind) };
  }
  if (actual.aspect === "status" && typeof actual.value === "number") {
    return { kind: "refuses", status: actual.value };
  }
  return { kind: "answers" };
}

function silenceKind(kind: NoAnswerKind): "gone" | "hangs" | "exhausted" {
  if (kind === "exhausted") return "exhausted";
  if (kind === "timeout" || kind === "unfinished") return "hangs";
  return "gone";
}

/** How to wait for a receiver that starts again. */
export interface ReturnOptions {
  readonly look: () => Promise<Sight>;
  readonly waitMs: number;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** Between two looks, in milliseconds. */
const pauseMs = 100;

/** Looks until the receiver answers as before, or the time is up; returns the last sight. */
export async function waitForReturn(options: ReturnOptions): Promise<Sight> {
  const { look, waitMs, clock, sleep, signal } = options;
  const end = clock() + waitMs;
  for (;;) {
    await sleep(pauseMs);
    const sight = await look();
    if (sight.kind === "answers" || clock() >= end || signal?.aborted) return sight;
  }
}
