/** What the platform's document doesn't show about identity, and the sandbox decides: `contracts/sandbox/identity.yaml`. */
export interface IdentitySettings {
  /** In seconds of the sandbox's time. */
  readonly lifetimes: {
    readonly applicationToken: number;
    readonly userToken: number;
    readonly idToken: number;
    readonly authorizationCode: number;
    readonly refreshToken: number;
    /** What a person granted to an application at a sign-in; its refresh tokens end with it. */
    readonly grant: number;
    /** Of a browser at the issuer. */
    readonly session: number;
    /** Of an open sign-in page. */
    readonly signInPage: number;
    /** How long tokens of a replaced signing key are accepted. */
    readonly replacedKey: number;
  };
  /** The client of the Developer Console, which each issuer knows. */
  readonly console: { readonly clientId: string };
  readonly limits: {
    /** Codes, refresh tokens, sessions and so on that are kept, of each kind in each environment. */
    readonly rows: number;
    /** Verified access tokens that are remembered. */
    readonly verifiedTokens: number;
  };
}
