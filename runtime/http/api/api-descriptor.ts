import type { Credentials } from "../credentials.js";
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

/** A secret, or a function that reads it right before each attempt. */
export type Secret = string | (() => string | Promise<string>);

/** What HTTP basic authentication sends. */
export interface BasicSecret {
  readonly username: string;
  readonly password: Secret;
}

/** What a security scheme needs: a secret, or for OAuth and OpenID Connect also credentials that fetch tokens. */
type SchemeValue<Scheme> = Scheme extends { readonly kind: "basic" }
  ? BasicSecret
  : Scheme extends { readonly kind: "token" }
    ? Secret | Credentials
    : Secret;

type Schemes<Api extends ApiDescriptor> = NonNullable<Api["schemes"]>;

/** The values of some of the contract's schemes: at least those of one alternative. */
export type SecurityValues<Api extends ApiDescriptor> = {
  readonly [Name in keyof Schemes<Api>]?: SchemeValue<Schemes<Api>[Name]> | undefined;
} & Alternative<Schemes<Api>, NonNullable<Api["alternatives"]>[number]>;

type Alternative<All, Names> = Names extends readonly (infer Name)[]
  ? { readonly [Each in Extract<Name, keyof All>]: SchemeValue<All[Each]> }
  : never;

/** A value as an untyped program may give it. */
export type GivenSecurity = Readonly<Record<string, Secret | BasicSecret | Credentials | undefined>>;

/** A scheme with its value. */
export interface KnownScheme {
  readonly name: string;
  readonly scheme: SchemeDescriptor;
  readonly value: Secret | BasicSecret | Credentials;
}
