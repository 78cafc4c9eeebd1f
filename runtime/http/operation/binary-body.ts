/**
 * A body that is neither JSON nor text, not yet read: choose how. Like a `Response`, it can be read once.
 * `timeoutMs` restarts for `arrayBuffer` and `blob` and doesn't apply to `stream`; the call's signal aborts
 * all three. Cancel a body that you don't need, to free its connection.
 *
 * `arrayBuffer` and `blob` hold the whole body in memory, so they read at most `maxAnswerBytes` of it: the call's
 * unless given here; `Infinity` for no limit. A stream has no limit.
 *
 * `arrayBuffer` and `blob` throw `AnswerTooLargeError`, `NetworkError`, `TimeoutError` and `AbortedError`; a stream errors with
 * what the platform throws.
 */
export interface BinaryBody {
  /** The media type as received, with parameters; empty if there was none. */
  readonly contentType: string;
  arrayBuffer(options?: BinaryReadOptions): Promise<ArrayBuffer>;
  blob(options?: BinaryReadOptions): Promise<Blob>;
  stream(): ReadableStream<Uint8Array>;
  cancel(): Promise<void>;
}

/**
 * The body of a stream whose items the contract describes (`itemSchema` of OpenAPI 3.2): iterate over it to read them as they arrive.
 * Of `text/event-stream`, an item is the event: `data`, and `event`, `id` and `retry` if it has them. Leaving the loop frees the connection.
 *
 * A single item may have `maxAnswerBytes`, the whole body any number; `timeoutMs` doesn't apply, the call's signal does. The iteration throws
 * `MalformedBodyError`, `AnswerTooLargeError`, `ContentTypeError`, `NetworkError` and `AbortedError`.
 */
export interface StreamBody<Item> extends BinaryBody, AsyncIterable<Item> {}

/** How a whole body is read. */
export interface BinaryReadOptions {
  readonly maxAnswerBytes?: number | undefined;
}
