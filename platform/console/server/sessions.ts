import { createHash, createHmac } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/** A session that was found by its cookie. */
export interface OpenSession {
  /** Names it in this process; not the cookie's value. */
  readonly key: string;
  readonly session: StoredSession;
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
}

/** The sessions of this process, encrypted. */
export interface Sessions {
  /** Keeps a session, and returns the value of its cookie. */
  readonly open: (session: StoredSession) => Promise<string>;
  readonly find: (cookie: string | undefined) => Promise<OpenSession | undefined>;
  /** Replaces what is kept, unless the session is over. */
  readonly update: (key: string, session: StoredSession) => Promise<void>;
  readonly end: (key: string) => void;
  /** Tells accounts apart without naming them: the same for one person as long as this process lives. */
  readonly accountEpoch: (person: string) => string;
  /** Ends all of them. */
  readonly close: () => void;
}

/** More than the people at one sandbox; the one that was used the longest ago goes first. */
const mostSessions = 1000;

interface Kept {
  readonly sealed: string;
  readonly expiresAt: number;
  readonly over: AbortController;
}

/** No sessions. Their key is made here and is never written anywhere. */
export function createSessions({
  now,
  random,
}: {
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}): Sessions {
  const key = random(32);
  const epochKey = random(32);
  const kept = new Map<string, Kept>();
  const seal = (session: StoredSession): Promise<string> =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(session)))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(key);
  const end = (name: string): void => {
    const found = kept.get(name);
    kept.delete(name);
    found?.over.abort();
  };
  return {
    async open(session) {
      const cookie = Buffer.from(random(32)).toString("base64url");
      const sealed = await seal(session);
      for (const [name, { expiresAt }] of kept) if (expiresAt <= now()) end(name);
      for (const name of kept.keys()) if (kept.size >= mostSessions) end(name);
      kept.set(cookieDigest(cookie), { sealed, expiresAt: session.expiresAt, over: new AbortController() });
      return cookie;
    },
    async find(cookie) {
      if (cookie === undefined) return undefined;
      const name = cookieDigest(cookie);
      const found = kept.get(name);
      if (found === undefined) return undefined;
      if (found.expiresAt <= now()) {
        end(name);
        return undefined;
      }
      // The last of the map was used last.
      kept.delete(name);
      kept.set(name, found);
      const { plaintext } = await compactDecrypt(found.sealed, key);
      const session = JSON.parse(new TextDecoder().decode(plaintext)) as StoredSession;
      return { key: name, session, signal: found.over.signal };
    },
    async update(name, session) {
      const sealed = await seal(session);
      const found = kept.get(name);
      if (found !== undefined) kept.set(name, { ...found, sealed, expiresAt: session.expiresAt });
    },
    end,
    accountEpoch: (person) => createHmac("sha256", epochKey).update(person).digest("base64url").slice(0, 22),
    close: () => {
      for (const name of [...kept.keys()]) end(name);
    },
  };
}

/** Who reads this process's memory or a dump finds no cookie. */
function cookieDigest(cookie: string): string {
  return createHash("sha256").update(cookie).digest("base64url");
}

/** Who is signed in, with the tokens that never leave this process (§1, §5.6). */
export interface StoredSession {
  /** The person's id at the issuer. */
  readonly person: string;
  readonly csrfToken: string;
  readonly tokens: SessionTokens;
  /** When the person last proved who they are, in milliseconds since 1970 of the real time. */
  readonly authenticatedAt: number;
  readonly expiresAt: number;
}

/** What the issuer gave. */
export interface SessionTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly id: string | undefined;
  readonly accessExpiresAt: number;
}

/** How long a session lasts, whatever happens: a working day (guessed). */
export const sessionMs = 8 * 60 * 60 * 1000;

/** How recent a verification must be (§5.6, §8). */
export const verificationMs = 5 * 60 * 1000;
