import { callOperation } from "./attempt/call-operation.js";
import { HttpStatusError } from "./errors.js";
import type { AcceptOptions, HttpClientOptions } from "./http-options.js";
import { readHttpOptions } from "./http-settings.js";
import type { AnyAnswer, SuccessBody } from "./operation/operation-answer.js";
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

/** Operations by name, in groups of any depth. */
export interface OperationGroups {
  readonly [name: string]: BindableOperation | OperationGroups;
}

/**
 * A generated operation. `never` matches any request it takes, and `unknown` anything it returns: with narrower types
 * the compiler would have to compare the answers of every operation.
 */
export type BindableOperation = (client: HttpClient, request: never, options?: never) => unknown;

/** The same groups, each operation without its first parameter. */
export type BoundOperations<Groups> = {
  readonly [Name in keyof Groups]: Groups[Name] extends (
    client: HttpClient,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : BoundOperations<Groups[Name]>;
};

/** Binds one operation to its client. Unlike those of `bindOperations`, a generic operation stays generic. */
export function bindOperation<Rest extends unknown[], Result>(
  client: HttpClient,
  operation: (client: HttpClient, ...rest: Rest) => Result,
): (...rest: Rest) => Result {
  return (...rest) => operation(client, ...rest);
}

/** Binds each operation to its client: `bindOperations(client, { things: { get: getThing } }).things.get({ id })`. */
export function bindOperations<const Groups extends OperationGroups>(
  client: HttpClient,
  groups: Groups,
): BoundOperations<Groups> {
  const bound = Object.entries(groups).map(([name, member]) => [
    name,
    typeof member === "function"
      ? (...rest: [request: never, options?: never]) => member(client, ...rest)
      : bindOperations(client, member),
  ]);
  return Object.fromEntries(bound) as BoundOperations<Groups>;
}

/** What a call returns: the promise of its answer. */
export interface PendingAnswer<A> extends Promise<A> {
  /**
   * The throwing form: the body of a success. Rejects with `HttpStatusError` for any other answer, and with
   * what the call itself throws.
   */
  unwrap(): Promise<SuccessBody<A>>;
}

/** Adds the throwing form to the promise of an answer. */
function pendingAnswer<A>(answer: Promise<AnyAnswer>, operation: string): PendingAnswer<A> {
  return Object.assign(answer, {
    unwrap: () => answer.then((settled) => unwrap(settled, operation)),
  }) as unknown as PendingAnswer<A>;
}

/**
 * The body of a successful answer. Throws `HttpStatusError`, which holds the answer, for any other. The
 * promise of a call has this as a method: `await client.things.get({ id }).unwrap()`.
 */
export function unwrap<A extends AnyAnswer>(answer: A, operation?: string): SuccessBody<A> {
  if (!answer.ok) throw new HttpStatusError(answer, operation);
  return answer.body as SuccessBody<A>;
}
