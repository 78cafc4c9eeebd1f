import type { RetryOptions } from "./attempt/retry-policy.js";
import type { Credentials, Fetch } from "./credentials.js";
import type { Hooks } from "./hooks.js";
import type { AnyAnswer } from "./operation/operation-answer.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/**
 * Headers that identify the caller, requested right before each attempt of a call. `signal` ends with the
 * call's deadline or abort. The headers are sent to the base URL's origin only.
 */
export type Authorize = (
  operation: OperationDescriptor,
  context: { readonly signal: AbortSignal },
) => HeadersInit | Promise<HeadersInit>;

/** Options of a client. */
export interface HttpClientOptions {
  /** `https://host[:port][/prefix]`: the prefix is prepended to each operation's path. `http:` only on this machine. */
  readonly baseUrl: string | URL;
  /**
   * Base URLs of operations with a server of their own, by its URL in the contract. One that isn't here is sent to
   * `baseUrl`; one that is `undefined` here is refused.
   */
  readonly servers?: Readonly<Record<string, string | URL | undefined>> | undefined;
  /** Allows an `http:` base URL of another machine, where everyone on the way can read tokens. Default: `false`. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** The environment that the client belongs to, as spelled in the contract's `x-environments`. */
  readonly environment?: string | undefined;
  /** The exact issuer of the environment's tokens, for `credentials`. */
  readonly issuer?: string | undefined;
  /** The client's identity, such as those of `@oipkit/runtime/oauth`. */
  readonly credentials?: Credentials | undefined;
  /** The simple form of `credentials`; use one of them, not both. */
  readonly authorize?: Authorize | undefined;
  /** Sent with every request. Headers of the operation, the hooks, the identity and the call override them. */
  readonly headers?: HeadersInit | undefined;
  /** Milliseconds from the call until its answer is complete, over all attempts. Default: 60,000; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest body of an answer that is read, in bytes after content decoding. A `BinaryBody` has its own rule. Default:
   * 10,485,760 (10 MiB); `Infinity` for no limit.
   */
  readonly maxAnswerBytes?: number | undefined;
  /** How reads, and writes with an idempotency key, are retried; `false`: never. Default: at most 3 attempts. */
  readonly retry?: RetryOptions | false | undefined;
  /** Called at each stage of a call: to observe it, or to change its request. */
  readonly hooks?: Hooks | undefined;
  /** Checks requests and answers against the contract; the generated `validation.js` exports one. */
  readonly validation?: ContractValidation | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 to below 1, for the jitter of back-offs. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Creates idempotency keys. Default: `crypto.randomUUID`. */
  readonly randomUUID?: (() => string) | undefined;
  /** Waits between two attempts, at most until `signal` ends. Default: uses `setTimeout`. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Options of one call whose answer has several media types. */
export interface AcceptOptions<Accept extends string = string> extends CallOptions {
  /**
   * The media type that the answer should have, one of the contract's; an answer with another one is refused. Default:
   * JSON if the contract offers it, else any.
   */
  readonly accept?: Accept | undefined;
}

/** Options of one call; they take precedence over the client's. */
export interface CallOptions {
  /** Aborts the call, including while it waits for its next attempt or a binary body is read. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the client's; `Infinity` for no limit. */
  readonly maxAnswerBytes?: number | undefined;
  /** Override the client's, one by one; `false`: one attempt. */
  readonly retry?: RetryOptions | false | undefined;
  /** Override all other headers of this call. */
  readonly headers?: HeadersInit | undefined;
  /**
   * Replaces the path and query of the request: an address from an earlier answer, such as
   * the link to the next page. Relative to the base URL, with the same origin.
   */
  readonly url?: string | URL | undefined;
}

/**
 * Checks against the contract. Leave one out to check the other alone:
 * `createClient({ validation: { answer: validation.answer } })`.
 */
export interface ContractValidation {
  /** Throws `ContractViolationError` before anything is sent. */
  readonly request?: ((operation: OperationDescriptor, request: object) => void) | undefined;
  /** Throws `ContractViolationError`; binary bodies aren't read. */
  readonly answer?: ((operation: OperationDescriptor, answer: AnyAnswer) => void) | undefined;
}
