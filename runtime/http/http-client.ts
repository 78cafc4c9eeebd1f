import { type PendingAnswer, pendingAnswer } from "./answer/pending-answer.js";
import { callOperation } from "./attempt/call-operation.js";
import type { AcceptOptions, HttpClientOptions } from "./http-options.js";
import { readHttpOptions } from "./http-settings.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/** The client that generated operations call. It has one base URL and sends to its origin only. */
export interface HttpClient {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string;
  /** The environment that the client belongs to. */
  readonly environment: string | undefined;
  /**
   * Calls an operation. `Answer` is the generated function's answer type; without `validation` the answer
   * is checked only for status, content type and JSON syntax.
   *
   * Rejects with `InvalidRequestError`, `InvalidOptionError`, `EnvironmentMismatchError` and
   * `ForeignOriginError` before anything is sent; with `TokenError` or what the credentials throw; and with
   * `NetworkError`, `TimeoutError`, `AbortedError`, `RedirectError`, `ForeignOriginError`, `ContentTypeError`,
   * `AnswerTooLargeError` and `MalformedBodyError` after; with `ContractViolationError` if there is `validation`. An answer of any
   * status is returned, after the retries that `retry` allows.
   */
  call<Answer>(
    operation: OperationDescriptor,
    request?: object,
    options?: AcceptOptions,
  ): PendingAnswer<Answer>;
}

/**
 * Creates a client. The options are read once; changing the record later has no effect. Throws
 * `InvalidOptionError`, and what its credentials throw if they belong to another environment.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const settings = readHttpOptions(options);
  return {
    baseUrl: settings.baseUrl,
    environment: settings.environment,
    call: (operation, request = {}, options = {}) =>
      pendingAnswer(callOperation(settings, { operation, request, options }), operation.id),
  };
}
