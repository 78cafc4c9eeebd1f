/**
 * A body that is neither JSON nor text, not yet read: choose how. Like a `Response`, it can be read once.
 * `timeoutMs` restarts for `arrayBuffer` and `blob` and doesn't apply to `stream`; the call's signal aborts
 * all three. Cancel a body that you don't need, to free its connection.
 *
 * `arrayBuffer` and `blob` throw `NetworkError`, `TimeoutError` and `AbortedError`; a stream errors with
 * what the platform throws.
 */
export interface BinaryBody {
  /** The media type as received, with parameters; empty if there was none. */
  readonly contentType: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  stream(): ReadableStream<Uint8Array>;
  cancel(): Promise<void>;
}
