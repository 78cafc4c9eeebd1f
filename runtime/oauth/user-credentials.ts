import type { ClientIdentity, Credentials } from "../http/credentials.js";
import { InvalidOptionError } from "../http/errors.js";
import { CredentialsMismatchError, SessionEndedError, TokenRequestError, TokenStoreError } from "./errors.js";
import { createBelonging } from "./issuer-address.js";
import { readDuration, readText, refuseUnknownOptions } from "./read-options.js";
import { createSharedWork, type SharedWork } from "./shared-work.js";
import type { SignIn } from "./sign-in.js";
import {
  bearer,
  bearerToken,
  createMemoryTokenStore,
  isFresh,
  readTokens,
  type TokenOrigin,
  type TokenStore,
  type Tokens,
  type UserSession,
  underLock,
  writeTokens,
} from "./tokens.js";

/** Options of a user's identity: the session itself, or a store and the session's key in it. */
export interface UserCredentialsOptions {
  readonly signIn: SignIn;
  /** A session that need not outlive these credentials; otherwise set `store` and `key`. */
  readonly session?: UserSession | undefined;
  /** Where the session is stored, under `key`; a renewed session replaces it there. */
  readonly store?: TokenStore | undefined;
  /** One user's session in the store, such as the id of the server-side session. */
  readonly key?: string | undefined;
  /** The token is renewed this many milliseconds before it expires. Default: 60 000, but at most half of its lifetime. */
  readonly renewBeforeMs?: number | undefined;
}

/**
 * The identity of one signed-in user. The session is read from the store for each call, so that a logout there
 * takes effect immediately; it is refreshed before its access token expires, once for all simultaneous callers, including
 * those of other credentials with the same store and key.
 *
 * Throws `InvalidOptionError`; `bind` throws `CredentialsMismatchError`; a call throws `SessionEndedError` if the user
 * has to sign in again, `TokenStoreError`, `CredentialsMismatchError`, and what `SignIn.refresh` throws.
 */
export function userCredentials(options: UserCredentialsOptions): Credentials {
  refuseUnknownOptions(options, ["signIn", "session", "store", "key", "renewBeforeMs"]);
  const { signIn } = options;
  const renewBeforeMs = readDuration("renewBeforeMs", options.renewBeforeMs, 60_000);
  const { store, key, keeper } = openSession(options);
  const belongTo = createBelonging(signIn);
  let rejected: string | undefined;

  return {
    bind(client: ClientIdentity) {
      const { environment } = belongTo(client);
      if (environment !== signIn.environment)
        throw new CredentialsMismatchError("This sign-in is for another client", "environment", {
          expected: signIn.environment,
          received: environment,
        });
      const isUsable = (session: UserSession): boolean =>
        session.accessToken !== rejected && isFresh(session, { now: client.now(), renewBeforeMs });

      const refresh = async (): Promise<UserSession> => {
        // Another process may have done it in the meantime.
        const session = await keeper.read(key);
        if (isUsable(session)) return session;
        if (session.refreshToken === undefined) {
          // Not quite expired yet, and there is nothing better.
          if (session.accessToken !== rejected && isFresh(session, { now: client.now(), renewBeforeMs: 0 }))
            return session;
          throw new SessionEndedError("expired");
        }
        try {
          const renewed = await signIn.refresh(session);
          await keeper.replace(key, session, renewed);
          const { scopes = [], expiresAt } = renewed;
          client.onToken?.({ kind: "renewed", scopes, expiresAt });
          return renewed;
        } catch (error) {
          if (!(error instanceof TokenRequestError) || error.oauthError !== "invalid_grant") throw error;
          const other = await keeper.read(key);
          if (other.refreshToken !== session.refreshToken && isUsable(other)) return other;
          // So that the next call doesn't try in vain again.
          const { refreshToken: _refused, ...rest } = session;
          await keeper.replace(key, session, rest);
          throw new SessionEndedError("refused");
        }
      };

      return {
        async authorize(_operation, { signal }) {
          signal.throwIfAborted();
          const session = await keeper.read(key);
          if (isUsable(session)) return bearer(session);
          return bearer(await keeper.refreshes.run(key, () => underLock(store, key, refresh), signal));
        },
        async renew(_operation, { rejected: headers }) {
          const token = bearerToken(headers);
          const session = await keeper.read(key);
          if (token === undefined) return false;
          // A newer token, which another call has received in the meantime, hasn't been tried yet.
          if (session.accessToken !== token) return true;
          if (session.refreshToken === undefined) return false;
          rejected = token;
          return true;
        },
      };
    },
  };
}

function openSession({ signIn, session, store: given, key: givenKey }: UserCredentialsOptions): {
  store: TokenStore;
  key: string;
  keeper: SessionKeeper;
} {
  if (session === undefined) {
    if (given === undefined)
      throw new InvalidOptionError("store", "is missing: set `session`, or `store` and `key`");
    return { store: given, key: readText("key", givenKey), keeper: createSessionKeeper(given, signIn) };
  }
  if (given !== undefined || givenKey !== undefined)
    throw new InvalidOptionError(
      "session",
      "can't be combined with `store` and `key`: put the session into the store",
    );
  const store = createMemoryTokenStore();
  // A store in memory needs no waiting.
  void store.set("session", session);
  return { store, key: "session", keeper: createSessionKeeper(store, signIn) };
}

/** Reads and replaces the sessions of one sign-in in one store. */
interface SessionKeeper {
  /** Shared by all credentials on the store: a refresh token may be valid for one use only. */
  readonly refreshes: SharedWork<UserSession>;
  /** Throws `SessionEndedError` if there is none, `TokenStoreError` and `CredentialsMismatchError`. */
  read(key: string): Promise<UserSession>;
  /**
   * Replaces `previous` with `next`. Throws `SessionEndedError` if the session was deleted in the meantime: a pending
   * refresh must not undo a logout. If the store fails, `next` is kept here and stored by the next
   * `read`, since the issuer won't issue its refresh token again.
   */
  replace(key: string, previous: Tokens, next: UserSession): Promise<void>;
}

interface Unsaved {
  readonly previous: Tokens;
  readonly next: UserSession;
}

interface StoreState {
  readonly refreshes: SharedWork<UserSession>;
  readonly unsaved: Map<string, Unsaved>;
}

const states = /* @__PURE__ */ new WeakMap<TokenStore, StoreState>();

function storeState(store: TokenStore): StoreState {
  const known = states.get(store);
  if (known !== undefined) return known;
  // Never abandoned: the result of a refresh that has begun must be stored.
  const fresh = { refreshes: createSharedWork<UserSession>({ abandon: false }), unsaved: new Map() };
  states.set(store, fresh);
  return fresh;
}

/** A keeper of the sessions in a store. All keepers of one store share their refreshes, so that none runs twice. */
function createSessionKeeper(store: TokenStore, origin: TokenOrigin): SessionKeeper {
  const { refreshes, unsaved } = storeState(store);

  const readStored = async (key: string): Promise<UserSession> => {
    const tokens = await readTokens(store, key, origin);
    if (tokens === undefined) throw new SessionEndedError("absent");
    if (!isSession(tokens)) throw new TokenStoreError("read", "the entry isn't a valid user session");
    return tokens;
  };
  const save = async (key: string, { previous, next }: Unsaved): Promise<UserSession> => {
    const stored = await readStored(key);
    const isPrevious = stored.accessToken === previous.accessToken;
    if (isPrevious) await writeTokens(store, key, next);
    unsaved.delete(key);
    if (isPrevious) return next;
    return stored;
  };

  return {
    refreshes,
    async read(key) {
      const waiting = unsaved.get(key);
      if (waiting === undefined) return await readStored(key);
      return await save(key, waiting);
    },
    async replace(key, previous, next) {
      const entry = { previous, next };
      unsaved.set(key, entry);
      try {
        await save(key, entry);
      } catch (error) {
        if (error instanceof SessionEndedError) unsaved.delete(key);
        throw error;
      }
    },
  };
}

function isSession(tokens: Tokens): tokens is UserSession {
  return tokens.idToken !== undefined && typeof tokens.claims?.sub === "string";
}
