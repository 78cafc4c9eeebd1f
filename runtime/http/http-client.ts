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

/**
 * A generated operation. `never` matches any request it takes, and `unknown` anything it returns: with narrower types
 * the compiler would have to compare the answers of every operation.
 */
type BindableOperation = (client: HttpClient, request: never, options?: never) => unknown;

/** The operations of a generated client, by group and name. */
export type ClientOperations<Client> = {
  readonly [Group in Exclude<keyof Client, "client">]: {
    readonly [Name in keyof Client[Group]]: BindableOperation;
  };
};

/**
 * A generated client: its operations without their first parameter, and `client`. The compiler checks that all of them are there,
 * not what they take: that would take it a tenth longer for a large client, and both come from the same operation of the contract.
 */
export function bindOperations<Client extends { readonly client: HttpClient }>(
  client: HttpClient,
  groups: ClientOperations<Client>,
): Client {
  const bound = Object.entries<Readonly<Record<string, BindableOperation>>>(groups).map(
    ([name, operations]) => [
      name,
      Object.fromEntries(
        Object.entries(operations).map(([name, call]) => [name, call.bind(undefined, client)]),
      ),
    ],
  );
  return Object.fromEntries([["client", client], ...bound]) as Client;
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
