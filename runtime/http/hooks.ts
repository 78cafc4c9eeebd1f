import type { TokenFacts } from "./credentials.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/**
 * Functions called while a client works, for logging, metrics and tracing. No hook receives a
 * request's headers, query or body. `beforeRequest` is awaited, and an error it throws ends the call before
 * anything is sent; the others only observe: they aren't awaited, and their errors are dropped, since the
 * answer of a write must not be lost because of a log line.
 */
export interface Hooks {
  /** Before each attempt. The headers it returns, such as `traceparent`, are sent, unless the identity or the call sets them. */
  readonly beforeRequest?: // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks needn't return anything
    | ((attempt: Attempt) => HeadersInit | undefined | void | Promise<HeadersInit | undefined | void>)
    | undefined;
  /** After the status and headers of each answer, before its body is read. */
  readonly afterResponse?: ((attempt: Attempt, response: AttemptResponse) => unknown) | undefined;
  /** After an attempt without a readable answer. */
  readonly onError?: ((attempt: Attempt, failure: AttemptFailure) => unknown) | undefined;
  /** Before the wait for the next attempt; the reason was passed to `afterResponse` or `onError` before. */
  readonly onRetry?: ((attempt: Attempt, retry: Retry) => unknown) | undefined;
  /** After the credentials received a token; the facts don't include it. */
  readonly onToken?: ((token: TokenFacts) => unknown) | undefined;
}

/** One attempt of a call. Each hook of an attempt receives the same object. */
export interface Attempt {
  readonly operation: OperationDescriptor;
  /** Without its query. */
  readonly url: string;
  /** From 1; also counts the attempt after a renewed token. */
  readonly number: number;
  /** Milliseconds since 1970, before the identity's headers were requested. */
  readonly startedAt: number;
  /** The same object in all attempts of one call. */
  readonly call: object;
}

/** What a hook receives about an answer. */
export interface AttemptResponse {
  readonly status: number;
  /** A copy, without `Set-Cookie` and `Location`, which may hold secrets. */
  readonly headers: Headers;
}

/** What a hook receives about an attempt without an answer. */
export interface AttemptFailure {
  readonly error: unknown;
}

/** What a hook receives before the next attempt. */
export interface Retry {
  readonly delayMs: number;
}

/** Calls a hook that only observes. */
export function notify(hook: () => unknown): void {
  // Runs the hook now; a promise it returns isn't awaited.
  (async () => hook())().catch(() => {});
}

/** The headers of a response that hooks may see. */
export function shownHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  headers.delete("location");
  return headers;
}
