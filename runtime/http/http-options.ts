import type { RetryOptions } from "./attempt/retry-policy.js";
import type { Credentials } from "./credentials.js";
import type { Fetch } from "./fetch.js";
import type { Hooks } from "./hooks.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";
import type { ContractValidation } from "./validation/contract-validation.js";

/**
 * Headers that identify the caller, asked for right before each attempt of a call. `signal` ends with the
 * call's deadline or abort. The headers go to the base URL's origin only.
 */
export type Authorize = (
  operation: OperationDescriptor,
  context: { readonly signal: AbortSignal },
) => HeadersInit | Promise<HeadersInit>;

/** Options of a client. */
export interface HttpClientOptions {
  /** `https://host[:port][/prefix]` (or `http:`): the prefix is put before each operation's path. */
  readonly baseUrl: string | URL;
  /** The environment that the client belongs to, as the contract's `x-environments` spell it. */
  readonly environment?: string | undefined;
  /** The exact issuer of the environment's tokens, for `credentials`. */
  readonly issuer?: string | undefined;
  /** The client's identity, such as those of `@oipkit/runtime/oauth`. */
  readonly credentials?: Credentials | undefined;
  /** The simple form of `credentials`; not beside them. */
  readonly authorize?: Authorize | undefined;
  /** Sent with every request. The operation's own headers, the hooks', the identity's and the call's go over them. */
  readonly headers?: HeadersInit | undefined;
  /** Milliseconds from the call until its answer is complete, over all attempts. Default: 60,000; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** How reads, and writes with an idempotency key, are tried again; `false`: never. Default: at most 3 attempts. */
  readonly retry?: RetryOptions | false | undefined;
  readonly hooks?: Hooks | undefined;
  /** Checks requests and answers against the contract; the generated `validation.js` exports one. */
  readonly validation?: ContractValidation | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 to below 1, for the jitter of back-offs. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Makes idempotency keys. Default: `crypto.randomUUID`. */
  readonly randomUUID?: (() => string) | undefined;
  /** Waits between two attempts, no longer than until `signal` ends. Default: by `setTimeout`. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Options of one call; they take precedence over the client's. */
export interface CallOptions {
  /** Ends the call, also while it waits for its next attempt or a binary body is read. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's; `Infinity` for no limit. */
  readonly timeoutMs?: number | undefined;
  /** Over the client's, one by one; `false`: one attempt. */
  readonly retry?: RetryOptions | false | undefined;
  /** Over all other headers of this one call. */
  readonly headers?: HeadersInit | undefined;
  /**
   * In place of the path and query that the request gives: an address that an earlier answer held, such as
   * the link to the next page. Relative to the base URL, and of its origin.
   */
  readonly url?: string | URL | undefined;
}
