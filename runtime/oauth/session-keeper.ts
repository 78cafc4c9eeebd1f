import { SessionEndedError, TokenStoreError } from "./errors.js";
import { createSharedWork, type SharedWork } from "./shared-work.js";
import { readTokens, type TokenStore, writeTokens } from "./token-store.js";
import type { TokenOrigin, Tokens, UserSession } from "./tokens.js";

/** Reads and replaces the sessions of one sign-in in one store. */
export interface SessionKeeper {
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

function stateOf(store: TokenStore): StoreState {
  const known = states.get(store);
  if (known !== undefined) return known;
  // Never abandoned: the result of a refresh that has begun must be stored.
  const fresh = { refreshes: createSharedWork<UserSession>({ abandon: false }), unsaved: new Map() };
  states.set(store, fresh);
  return fresh;
}

/** A keeper of the sessions in a store. All keepers of one store share their refreshes, so that none runs twice. */
export function createSessionKeeper(store: TokenStore, origin: TokenOrigin): SessionKeeper {
  const { refreshes, unsaved } = stateOf(store);

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
    return isPrevious ? next : stored;
  };

  return {
    refreshes,
    async read(key) {
      const waiting = unsaved.get(key);
      return waiting === undefined ? await readStored(key) : await save(key, waiting);
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
