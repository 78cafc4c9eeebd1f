/**
 * Identity for clients of `@oipkit/runtime/http`, on `fetch` and Web Crypto alone:
 *
 * - `clientCredentials`, the application identity: a confidential client with the Client Credentials grant.
 * - `createSignIn` and `userCredentials`, the user identity: a public client with Authorization Code and PKCE.
 */
export { OipkitError } from "../errors.js";
export { InvalidOptionError } from "../http/errors.js";
export type { BeginOptions, BegunSignIn, SignInTransaction } from "./begin-sign-in.js";
export {
  type ClientAuthentication,
  type ClientCredentialsOptions,
  clientCredentials,
} from "./client-credentials.js";
export {
  CredentialsMismatchError,
  DiscoveryError,
  IdentityError,
  IdTokenError,
  type IdTokenProblem,
  type IssuerFailure,
  IssuerMismatchError,
  SessionEndedError,
  SignInError,
  type SignInProblem,
  StateMismatchError,
  TokenRequestError,
  TokenStoreError,
} from "./errors.js";
export { createSignIn, type EndSessionOptions, type SignIn } from "./sign-in.js";
export type { SignInOptions } from "./sign-in-options.js";
export {
  createMemoryTokenStore,
  type IdTokenClaims,
  type TokenOrigin,
  type TokenStore,
  type Tokens,
  type UserSession,
} from "./tokens.js";
export { type UserCredentialsOptions, userCredentials } from "./user-credentials.js";
