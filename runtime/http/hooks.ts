import type { TokenFacts } from "./credentials.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/**
 * What is called while a client works, for logging, metrics and tracing. Nothing that a hook is given holds a
 * request's header, query or body. `beforeRequest` is waited for, and what it throws ends the call before
 * anything is sent; the others only watch: they aren't waited for, and what they throw is dropped, since the
 * answer of a write must not be lost by its log line.
 */
export interface Hooks {
  /** Before each attempt. Headers that it gives, such as `traceparent`, are sent, unless the identity or the call has its own. */
  readonly beforeRequest?: // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks needn't return anything
    | ((attempt: Attempt) => HeadersInit | undefined | void | Promise<HeadersInit | undefined | void>)
    | undefined;
  /** After the status and headers of each answer, its body not yet read. */
  readonly afterResponse?: ((attempt: Attempt, response: AttemptResponse) => unknown) | undefined;
  /** After an attempt that got no answer that can be read. */
  readonly onError?: ((attempt: Attempt, failure: AttemptFailure) => unknown) | undefined;
  /** Before the wait for the next attempt; why is what `afterResponse` or `onError` was told before. */
  readonly onRetry?: ((attempt: Attempt, retry: Retry) => unknown) | undefined;
  /** After the credentials got a token; none of the facts is one. */
  readonly onToken?: ((token: TokenFacts) => unknown) | undefined;
}

/** One attempt of a call. Each hook of an attempt is given the same object. */
export interface Attempt {
  readonly operation: OperationDescriptor;
  /** Without its query. */
  readonly url: string;
  /** From 1; the one after a renewed token included. */
  readonly number: number;
  /** Milliseconds since 1970, before the identity was asked for. */
  readonly startedAt: number;
  /** The same object in all attempts of one call. */
  readonly call: object;
}

/** What a hook is told of an answer. */
export interface AttemptResponse {
  readonly status: number;
  /** A copy, without `Set-Cookie` and `Location`, which may hold secrets. */
  readonly headers: Headers;
}

/** What a hook is told of an attempt without an answer. */
export interface AttemptFailure {
  readonly error: unknown;
}

/** What a hook is told before the next attempt. */
export interface Retry {
  readonly delayMs: number;
}

/** Calls a hook that only watches. */
export function notify(hook: () => unknown): void {
  // Runs the hook now; a promise that it gives is waited for by nobody.
  (async () => hook())().catch(() => {});
}

/** What hooks may see of a response's headers. */
export function shownHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  headers.delete("location");
  return headers;
}
