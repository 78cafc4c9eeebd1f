import type { Deadline } from "../../attempt/deadline.js";
import { networkError } from "../../attempt/over-network.js";
import { AnswerTooLargeError } from "../../errors.js";

/** How a body is cut into pieces. */
export interface PieceOptions {
  /** The bytes that separate pieces; none of them belongs to a piece. */
  readonly separators: readonly number[];
  /** Of the call. Its signal ends the reading, its clock doesn't. */
  readonly deadline: Deadline;
  /** Of one piece. */
  readonly maxBytes: number;
}

/** The part of a body up to a separator, or up to its end. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** The byte after it; `undefined` at the end of the body. */
  readonly separator: number | undefined;
}

/**
 * The pieces of a body as they arrive, the last one even if it is empty. The connection is freed, and the deadline closed, when the
 * caller stops. Throws `AnswerTooLargeError`, `NetworkError`, and the reason of the deadline's signal.
 */
export async function* readPieces(
  response: Response,
  { separators, deadline, maxBytes }: PieceOptions,
): AsyncGenerator<Piece, void, undefined> {
  const { signal, operation } = deadline;
  const reader = (response.body ?? new Blob().stream()).getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  const limited = (length: number): void => {
    if (length > maxBytes) throw itemTooLarge(response, { deadline, maxBytes });
  };
  const isSeparator = new Set(separators);
  let pending = new PendingBytes();
  // Ends the pending read. A race with a promise that outlives it would keep something for each chunk.
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      signal.throwIfAborted();
      const chunk = await reader.read().catch((failure: unknown) => {
        signal.throwIfAborted();
        throw networkError("the response body ended early", operation, failure);
      });
      signal.throwIfAborted();
      if (chunk.done) {
        yield { bytes: pending.bytes(), separator: undefined };
        return;
      }
      const { value } = chunk;
      let start = 0;
      for (let at = 0; at < value.length; at++) {
        const separator = value[at];
        if (separator === undefined || !isSeparator.has(separator)) continue;
        limited(pending.length + at - start);
        pending.append(value.subarray(start, at));
        start = at + 1;
        yield { bytes: pending.bytes(), separator };
        pending = new PendingBytes();
      }
      limited(pending.length + value.length - start);
      pending.append(value.subarray(start));
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
    deadline.close();
  }
}

/** The error for an item beyond the limit. */
export function itemTooLarge(
  { status }: Response,
  { deadline, maxBytes }: Omit<PieceOptions, "separators">,
): AnswerTooLargeError {
  return new AnswerTooLargeError(
    deadline.operation,
    `an item of the body of status ${status} has more than ${maxBytes} bytes`,
    { status, maxAnswerBytes: maxBytes },
  );
}

/** One growing buffer: a list of chunks would cost hundreds of bytes for each of them, and a chunk may be one byte. */
class PendingBytes {
  #buffer = new Uint8Array();
  length = 0;

  append(bytes: Uint8Array): void {
    const end = this.length + bytes.length;
    if (end > this.#buffer.length) {
      const old = this.#buffer;
      this.#buffer = new Uint8Array(this.length === 0 ? end : 2 * end);
      this.#buffer.set(old.subarray(0, this.length));
    }
    this.#buffer.set(bytes, this.length);
    this.length = end;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}
