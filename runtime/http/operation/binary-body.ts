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
