import type { Environment, Identity } from "../platform/records/common.js";

/** What an access token says, after its signature and its lifetime were checked. */
export interface TokenClaims {
  /** The environment of its issuer. */
  readonly environment: Environment;
  /** The `client_id`. */
  readonly client: string;
  readonly application: string;
  readonly identity: Identity;
  /** Of the user identity. */
  readonly person?: string | undefined;
  /** Of a user's token: the membership of the space that was chosen at the sign-in. */
  readonly membership?: string | undefined;
  readonly audience: string;
  readonly scopes: readonly string[];
  /** The sandbox's time. */
  readonly issuedAt: number;
}

/** A token that was verified, or why it isn't valid: `problem` is a code, such as `expired`, and never contains any of the token. */
export type VerifiedToken = TokenClaims | { readonly problem: string };

/** Verifies an access token. */
export type VerifyToken = (token: string) => VerifiedToken | Promise<VerifiedToken>;
