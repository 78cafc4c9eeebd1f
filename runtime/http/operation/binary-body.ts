import type { Deadline } from "../attempt/deadline.js";
import { overNetwork } from "../attempt/over-network.js";

/**
 * A body that is neither JSON nor text, not yet read: choose how. Like a `Response`, it can be read once.
 * `timeoutMs` runs anew for `arrayBuffer` and `blob` and doesn't hold for `stream`; the call's signal ends
 * all three. A body that isn't wanted should be cancelled, which frees its connection.
 *
 * `arrayBuffer` and `blob` throw `NetworkError`, `TimeoutError` and `AbortedError`; a stream errors with
 * what the platform gives.
 */
export interface BinaryBody {
  /** The media type as it came, with parameters; empty if there was none. */
  readonly contentType: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  stream(): ReadableStream<Uint8Array>;
  cancel(): Promise<void>;
}

/** Wraps a response whose body hasn't been touched. */
export function binaryBody(response: Response, deadline: Deadline): BinaryBody {
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    deadline.restart();
    try {
      return await overNetwork("the answer's body broke off", deadline, work);
    } finally {
      deadline.close();
    }
  };
  return {
    contentType: response.headers.get("content-type") ?? "",
    arrayBuffer: () => read(() => response.arrayBuffer()),
    blob: () => read(() => response.blob()),
    stream: () => response.body ?? new Blob().stream(),
    async cancel() {
      deadline.close();
      await response.body?.cancel();
    },
  };
}
