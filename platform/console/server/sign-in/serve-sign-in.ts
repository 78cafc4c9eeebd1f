import { createHash } from "node:crypto";
import { AuthorizationResponseError } from "openid-client";
import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import type { Cookies } from "../headers/cookies.js";
import { type Session, sessionMs } from "../session/session.js";
import { createPendingSignIns } from "./pending-sign-ins.js";
import { returnTo } from "./return-to.js";
import { tokensOf } from "./tokens-of.js";

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
        const session: Session = {
          person: claims.sub,
          csrfToken: made(32),
          tokens: tokensOf(grant, now()),
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
