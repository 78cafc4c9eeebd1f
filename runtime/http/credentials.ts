import type { Fetch } from "./fetch.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/** What a client tells its credentials, once, when it is made. */
export interface ClientIdentity {
  /** The environment that the client belongs to, such as `sandbox`; absent where its API has only one. */
  readonly environment: string | undefined;
  /** The exact issuer that tokens come from; absent where the client has none. */
  readonly issuer: string | undefined;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The client's hook, to be called after each token that was got over the network. It never throws. */
  readonly onToken?: ((token: TokenFacts) => void) | undefined;
}

/** What may be logged of a token. */
export interface TokenFacts {
  readonly kind: "requested" | "renewed";
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; absent where the issuer doesn't say. */
  readonly expiresAt?: number | undefined;
}

/** The `credentials` of a client, such as those of `@oipkit/runtime/oauth`. */
export interface Credentials {
  /** Throws where these credentials belong to another environment, issuer or API base. */
  bind(client: ClientIdentity): Authorizer;
}

/** Identifies the calls of one client. Its headers go to the origin of the client's base URL only. */
export interface Authorizer {
  /** Headers of one attempt, asked for right before it is sent. `signal` ends with the call's deadline or abort. */
  authorize(
    operation: OperationDescriptor,
    context: { readonly signal: AbortSignal },
  ): HeadersInit | Promise<HeadersInit>;
  /** After a 401 to those headers: true when the call may be sent once more, with headers asked for anew. */
  renew?(
    operation: OperationDescriptor,
    context: { readonly signal: AbortSignal; readonly rejected: Headers },
  ): boolean | Promise<boolean>;
}
