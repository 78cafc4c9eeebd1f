import { createHash } from "node:crypto";
import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { ConsoleRefusal, signInRequired } from "./console-refusal.js";
import type { ConsoleContext } from "./context.js";
import { dependencyFailed } from "./create-control.js";
import type { Cookies } from "./headers.js";
import { type Challenge, grantedTokens } from "./issuer.js";
import { type OpenSession, type StoredSession, sessionMs } from "./sessions.js";

/** Where a sign-in begins, by navigation. */
export const signInPath = "/console/sign-in";
/** Where a verification begins: a sign-in at which the issuer asks for a proof again. */
export const verifyPath = `${signInPath}/verify`;
/** Where the issuer sends the browser back to. */
export const callbackPath = `${signInPath}/callback`;

const browserSeconds = 30 * 60;

/** Answers `GET /console/sign-in` and what comes back from the issuer. */
export function signInRoutes(context: ConsoleContext, cookies: Cookies) {
  const { origin, issuer, sessions, now, random, onFailure } = context;
  const pending = createPendingSignIns(now);
  const made = (bytes: number): string => Buffer.from(random(bytes)).toString("base64url");
  const toPage = (path: string, set: readonly string[] = []): Response => {
    const headers = new Headers({ location: path, "cache-control": "no-store" });
    for (const cookie of set) headers.append("set-cookie", cookie);
    return new Response(null, { status: 303, headers });
  };
  const failed = (reason: string): Response => toPage(`/console/sign-in-failed?reason=${reason}`);

  return {
    async begin(request: Request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      const known = cookies.read(request.headers, cookies.signIn);
      const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : made(32);
      const asked = {
        state: made(32),
        nonce: made(32),
        verifier: made(48),
        verify: pathname === verifyPath,
      };
      try {
        const challenge = createHash("sha256").update(asked.verifier).digest("base64url");
        const target = await issuer.signInUrl(asked, challenge);
        const goal = returnTo(searchParams.get("return_to"), origin);
        pending.add({ ...asked, browser, returnTo: goal, startedAt: now() });
        return toPage(target.href, [cookies.write(cookies.signIn, browser, browserSeconds)]);
      } catch {
        return failed("dependency-failed");
      }
    },

    async finish(request: Request): Promise<Response> {
      const { search, searchParams } = new URL(request.url);
      const browser = cookies.read(request.headers, cookies.signIn);
      const asked = pending.take(searchParams.get("state") ?? "", browser);
      if (asked === undefined) return failed("sign-in-expired");
      try {
        const grant = await issuer.finish(new URL(`${origin}${callbackPath}${search}`), asked);
        const claims = grant.claims();
        if (claims === undefined || typeof claims.auth_time !== "number") return failed("sign-in-failed");
        // The session of before is over, whoever it was.
        const before = await sessions.find(cookies.read(request.headers, cookies.session));
        if (before !== undefined) sessions.end(before.key);
        const session: StoredSession = {
          person: claims.sub,
          csrfToken: made(32),
          tokens: grantedTokens(grant, now()),
          authenticatedAt: claims.auth_time * 1000,
          expiresAt: now() + sessionMs,
        };
        const cookie = await sessions.open(session);
        return toPage(asked.returnTo, [cookies.write(cookies.session, cookie, sessionMs / 1000)]);
      } catch (error) {
        if (error instanceof AuthorizationResponseError && error.error === "access_denied")
          return failed("access_denied");
        if (error instanceof ConsoleRefusal) return failed(error.code);
        onFailure(error);
        return failed("sign-in-failed");
      }
    },
  };
}

/** A sign-in that is under way. */
export interface PendingSignIn extends Challenge {
  /** The browser that began it. */
  readonly browser: string;
  readonly returnTo: string;
  readonly startedAt: number;
}

/** Sign-ins that are under way, each for one try. */
export interface PendingSignIns {
  readonly add: (pending: PendingSignIn) => void;
  /** Takes out the one that a browser began; `undefined` if there is none, or it began too long ago. */
  readonly take: (state: string, browser: string | undefined) => PendingSignIn | undefined;
}

/** As long as the issuer's page is open at most is too long for a code; guessed. */
const pendingMs = 30 * 60 * 1000;
const mostPending = 1000;

/** None. */
export function createPendingSignIns(now: () => number): PendingSignIns {
  const kept = new Map<string, PendingSignIn>();
  return {
    add(pending) {
      for (const state of kept.keys()) if (kept.size >= mostPending) kept.delete(state);
      kept.set(pending.state, pending);
    },
    take(state, browser) {
      const found = kept.get(state);
      if (found === undefined || found.browser !== browser) return undefined;
      kept.delete(state);
      if (now() - found.startedAt > pendingMs) return undefined;
      return found;
    },
  };
}

/** Where the page begins. */
export const home = "/console/";

/** Longer than any address of the page. */
const longest = 2000;

/**
 * Where to return after a sign-in: a path below `/console/` of this origin, and never anything else. Parts that a browser would read in
 * another way than this function are refused as a whole.
 */
export function returnTo(asked: string | null | undefined, origin: string): string {
  if (asked === null || asked === undefined || asked.length > longest) return home;
  if (!asked.startsWith(home) || /[\\\p{Cc}]/u.test(asked) || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  if (url.origin !== origin || !url.pathname.startsWith(home)) return home;
  const isOwn = /^\/console\/(?:api|sign-in)(?:\/|$)/.test(url.pathname);
  if (isOwn) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Before the end of a token, in milliseconds. */
const earlyMs = 60_000;

/**
 * Renews a session's tokens before they end, once for all requests that wait for it. Rejects with `sign-in-required` if the issuer refuses,
 * which ends the session, and with `dependency-failed` if it doesn't answer.
 */
export function tokenKeeper({ issuer, sessions, now }: Pick<ConsoleContext, "issuer" | "sessions" | "now">) {
  const running = new Map<string, Promise<void>>();
  const renew = async ({ key, session }: OpenSession): Promise<void> => {
    const { tokens } = session;
    if (tokens.refresh === undefined) {
      sessions.end(key);
      throw signInRequired();
    }
    try {
      const granted = await issuer.refresh(tokens.refresh);
      await sessions.update(key, { ...session, tokens: grantedTokens(granted, now(), tokens) });
    } catch (error) {
      if (!(error instanceof ResponseBodyError) || error.status >= 500) throw dependencyFailed();
      sessions.end(key);
      throw signInRequired();
    }
  };
  return (open: OpenSession): Promise<void> => {
    if (open.session.tokens.accessExpiresAt - now() > earlyMs) return Promise.resolve();
    const known = running.get(open.key);
    if (known !== undefined) return known;
    const renewing = renew(open).finally(() => running.delete(open.key));
    running.set(open.key, renewing);
    return renewing;
  };
}
