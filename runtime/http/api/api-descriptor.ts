import type { SecurityAlternative } from "../operation/operation-descriptor.js";

/** A server of a contract. */
export interface ServerDescriptor {
  /** As the contract writes it, with its variables in braces. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

/** A variable in the URL of a server. */
export interface ServerVariable {
  readonly default: string;
  /** The only values it may have. */
  readonly enum?: readonly string[];
}

/** A security scheme. `http`: `scheme` is the first word of the `Authorization` header. `token`: OAuth or OpenID Connect. */
export type SchemeDescriptor =
  | { readonly kind: "apiKey"; readonly in: "header" | "query" | "cookie"; readonly name: string }
  | { readonly kind: "basic" }
  | { readonly kind: "http"; readonly scheme: string }
  | { readonly kind: "token"; readonly tokenUrl?: string };

/** What a contract says about all operations of an API. Generated code holds it as a constant. */
export interface ApiDescriptor {
  /** Servers that can be used as they are; the first is the default. Without one, a client needs a `baseUrl`. */
  readonly servers: readonly ServerDescriptor[];
  /** The path of the API's base URL, without a trailing slash, if the contract says it without a host. */
  readonly path?: string;
  /** The security schemes that operations use, by name. */
  readonly schemes?: Readonly<Record<string, SchemeDescriptor>>;
  /** The security of operations that have none of their own. */
  readonly security?: readonly SecurityAlternative[];
  /** The names of the schemes that are needed together, for any operation. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Without credentials no operation can be called, except those that are declared public. */
  readonly needsSecurity?: boolean;
  /** Servers of single operations. */
  readonly operationServers?: readonly (ServerDescriptor & { readonly needsUrl?: boolean })[];
}
