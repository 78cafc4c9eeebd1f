import { BodyBuffer } from "./body-buffer.js";
import { type BodyPace, defaultBodyPace, paceCheckMs, violatedPace } from "./body-pace.js";
import { type AbortReason, RequestAborted } from "./request-aborted.js";

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
