import type { Credentials } from "../credentials.js";
import type { ApiDescriptor, SchemeDescriptor } from "./api-descriptor.js";

/** A secret, or a function that reads it right before each attempt. */
export type Secret = string | (() => string | Promise<string>);

/** What HTTP basic authentication sends. */
export interface BasicSecret {
  readonly username: string;
  readonly password: Secret;
}

/** What a security scheme needs: a secret, or for OAuth and OpenID Connect also credentials that fetch tokens. */
export type SchemeValue<Scheme> = Scheme extends { readonly kind: "basic" }
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
