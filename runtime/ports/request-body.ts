import { OipkitError } from "../errors.js";

/** How a stream is read. */
export interface ReadStreamOptions {
  /** How fast it has to arrive. Default: `defaultBodyPace`. */
  readonly pace?: BodyPace | undefined;
  /** A clock in milliseconds that never goes back. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * The bytes of a stream, or `undefined` once they exceed `limit`. Rejects with `RequestAborted` if they don't keep the
 * pace, or if the stream fails. Cancels the stream in the first two cases.
 */
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  { pace = defaultBodyPace, now = () => performance.now() }: ReadStreamOptions = {},
): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array();
  const body = new BodyBuffer(limit);
  const reader = stream.getReader();
  const startedAt = now();
  let progressedAt = startedAt;
  let violated: AbortReason | undefined;
  // A sender that is cut off doesn't matter here; the answer is decided.
  const cancel = (): void => void reader.cancel().catch(() => {});
  // Each stream has a timer of its own: on some platforms one request can't touch what belongs to another.
  const timer = setInterval(() => {
    violated = violatedPace(pace, { startedAt, progressedAt, received: body.length }, now());
    // Ends the pending read. A race with a promise would keep something for each piece.
    if (violated !== undefined) cancel();
  }, paceCheckMs(pace));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (violated !== undefined) throw new RequestAborted(violated);
      if (done) return body.bytes();
      progressedAt = now();
      if (body.append(value)) continue;
      cancel();
      return undefined;
    }
  } catch (cause) {
    throw cause instanceof RequestAborted ? cause : new RequestAborted("failed", cause);
  } finally {
    clearInterval(timer);
  }
}

const firstCapacity = 4096;
const empty = new Uint8Array();

/**
 * Collects a body of at most `limit` bytes in one growing block. A list of pieces would cost hundreds of bytes for each,
 * and a sender decides how many there are. Growth at least doubles the block, so the copies are at most the body's
 * length, and the memory at most three times that.
 */
export class BodyBuffer {
  readonly #limit: number;
  #single: Uint8Array | undefined;
  #block: Uint8Array = empty;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds a piece; `false`, and nothing is kept, if the body would exceed the limit. */
  append(piece: Uint8Array): boolean {
    const length = this.#length;
    if (length + piece.length > this.#limit) {
      this.#single = undefined;
      this.#block = empty;
      return false;
    }
    if (length === 0) this.#single = piece;
    else {
      if (this.#single !== undefined) this.#keep(this.#single, 0);
      this.#single = undefined;
      this.#keep(piece, length);
    }
    this.#length = length + piece.length;
    return true;
  }

  /** The whole body. A body of one piece is that piece, without a copy. */
  bytes(): Uint8Array {
    return this.#single ?? this.#block.subarray(0, this.#length);
  }

  #keep(piece: Uint8Array, at: number): void {
    const needed = at + piece.length;
    if (needed > this.#block.length) {
      const capacity = Math.max(needed, Math.min(this.#limit, Math.max(firstCapacity, needed * 2)));
      const grown = new Uint8Array(capacity);
      grown.set(this.#block.subarray(0, at));
      this.#block = grown;
    }
    this.#block.set(piece, at);
  }
}

/** How fast a body has to arrive. Times are in milliseconds. */
export interface BodyPace {
  /** Time for the whole body. */
  readonly bodyTimeoutMs: number;
  /** Time between two pieces. */
  readonly bodyIdleTimeoutMs: number;
  /** Average rate since the body's start, demanded after the first five seconds. */
  readonly minBodyBytesPerSecond: number;
}

/** Defaults of `BodyPace`: a delivery has a few kilobytes and comes from a server, so they are generous (guessed). */
export const defaultBodyPace: BodyPace = {
  bodyTimeoutMs: 15_000,
  bodyIdleTimeoutMs: 10_000,
  minBodyBytesPerSecond: 1024,
};

/** What is known about an incomplete body. Times are of one clock, in milliseconds. */
export interface BodyProgress {
  readonly startedAt: number;
  /** When the last piece came. */
  readonly progressedAt: number;
  readonly received: number;
}

/** A lost packet may cost an honest sender some seconds. */
const rateGraceMs = 5_000;

/** Why a body must be given up now, if it must. */
export function violatedPace(pace: BodyPace, progress: BodyProgress, now: number): AbortReason | undefined {
  const age = now - progress.startedAt;
  if (age >= pace.bodyTimeoutMs) return "late";
  if (now - progress.progressedAt >= pace.bodyIdleTimeoutMs) return "idle";
  const isSlow = age >= rateGraceMs && progress.received < (pace.minBodyBytesPerSecond * age) / 1000;
  if (isSlow) return "slow";
  return undefined;
}

/** How often to look at the pace of bodies, in milliseconds. */
export function paceCheckMs({ bodyTimeoutMs, bodyIdleTimeoutMs }: BodyPace): number {
  return Math.max(1, Math.min(250, Math.floor(Math.min(bodyTimeoutMs, bodyIdleTimeoutMs) / 4)));
}

/**
 * Why a body stayed incomplete: the sender closed the connection (`closed`), reading failed (`failed`), it paused too
 * long (`idle`), it was sent below the minimum rate (`slow`) or past its deadline (`late`), or it was the slowest one
 * when there were too many (`evicted`).
 */
export type AbortReason = "closed" | "failed" | "idle" | "slow" | "late" | "evicted";

const texts: Readonly<Record<AbortReason, string>> = {
  closed: "the sender closed the connection",
  failed: "reading failed",
  idle: "the sender stopped sending",
  slow: "the sender was below the minimum rate",
  late: "it did not arrive in time",
  evicted: "too many bodies were incomplete, and this one was the slowest",
};

/** The body is incomplete and the rest isn't read. The sender may retry. */
export class RequestAborted extends OipkitError {
  readonly code = "request-aborted";
  readonly reason: AbortReason;

  constructor(reason: AbortReason, cause?: unknown) {
    super(`the body is incomplete: ${texts[reason]}`, { cause });
    this.reason = reason;
  }
}
