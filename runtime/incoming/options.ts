import type { IncomingRequest, MaybePromise } from "../ports/answer.js";
import type { Logger } from "../ports/logger.js";
import type { AnyResult, Nothing } from "./handler-types.js";

/** What a handler can see of a request beside its parameters and its body. */
export interface RequestContext<Name extends string = string> {
  /** The webhook or the callback. */
  readonly name: Name;
  readonly header: IncomingRequest["header"];
  /** The request's target: its path and query, or the whole URL. */
  readonly url: string | undefined;
}

/** Handles a request that matches the contract, and returns the answer. */
export type RequestHandler<Request, Result, Name extends string = string> = (
  request: Request,
  context: RequestContext<Name>,
) => MaybePromise<Result>;

/** A request before anything of it is known to be true. */
export interface UnauthenticatedRequest {
  /** In capitals. */
  readonly method: string;
  readonly url: string | undefined;
  /** A header's value by its name in lower case. */
  readonly header: IncomingRequest["header"];
  /** Byte for byte as received: what signatures are computed over. */
  readonly body: Uint8Array;
}

/** Whether a request comes from whom it should. It is answered with 401 if not. */
export type Authenticate = (request: UnauthenticatedRequest) => MaybePromise<boolean>;

/** Options of request handlers that don't depend on which requests have one. */
export interface CommonHandlingOptions {
  /**
   * Decides who may call: typically, it compares a signature of the raw body. The contract doesn't say how, so nothing else
   * authenticates a request. `"elsewhere"` says that a gateway or a middleware does; without one, anybody can call the handlers.
   */
  readonly authenticate: Authenticate | "elsewhere";
  /** Largest body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Told of each refused request and of each handler that fails, without their content. Default: standard error. */
  readonly logger?: Logger | undefined;
}

/** The request of any of the handlers. */
export type RequestOf<Handlers> = {
  [Name in keyof Handlers]: Handlers[Name] extends (request: infer Request, ...rest: never) => unknown
    ? Request
    : never;
}[keyof Handlers];

/** The handler of requests without one of their own. */
export type FallbackHandler<Handlers> = (
  request: RequestOf<Handlers>,
  context: RequestContext<keyof Handlers & string>,
) => MaybePromise<AnyResult | Nothing>;

/** A handler for every request; or a fallback, and handlers for some. */
export type HandlingOptions<Handlers> = CommonHandlingOptions &
  (
    | { readonly handlers: Handlers; readonly fallback?: FallbackHandler<Handlers> | undefined }
    | {
        readonly handlers?: Partial<Handlers> | undefined;
        readonly fallback: FallbackHandler<Handlers>;
      }
  );
