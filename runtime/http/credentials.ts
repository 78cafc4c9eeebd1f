import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/** What a client passes to its credentials, once, when it is created. */
export interface ClientIdentity {
  /** The environment that the client belongs to, such as `sandbox`; absent if its API has only one. */
  readonly environment: string | undefined;
  /** The exact issuer of the tokens; absent if the client has none. */
  readonly issuer: string | undefined;
  /** The token endpoint that the contract gives the security scheme. */
  readonly tokenUrl?: string | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The client's hook, called after each token that was requested over the network. It never throws. */
  readonly onToken?: ((token: TokenFacts) => void) | undefined;
}

/** The facts about a token that are safe to log. */
export interface TokenFacts {
  readonly kind: "requested" | "renewed";
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; absent if the issuer doesn't say. */
  readonly expiresAt?: number | undefined;
}

/** The `credentials` of a client, such as those of `@oipkit/runtime/oauth`. */
export interface Credentials {
  /** Throws if these credentials belong to another environment, issuer or API base. */
  bind(client: ClientIdentity): Authorizer;
}

/** Identifies the calls of one client. Its headers are sent only to the origin of the client's base URL. */
export interface Authorizer {
  /** Headers of one attempt, requested right before it is sent. `signal` ends with the call's deadline or abort. */
  authorize(
    operation: OperationDescriptor,
    context: { readonly signal: AbortSignal },
  ): HeadersInit | Promise<HeadersInit>;
  /** The URL that one attempt is sent to: the given one, with an API key in its query, for example. Never of another origin. */
  address?(operation: OperationDescriptor, url: URL): URL | Promise<URL>;
  /** Called after those headers got a 401: returns true if the call may be sent once more, with new headers. */
  renew?(
    operation: OperationDescriptor,
    context: { readonly signal: AbortSignal; readonly rejected: Headers },
  ): boolean | Promise<boolean>;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
