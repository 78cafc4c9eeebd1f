import { ResponseBodyError } from "openid-client";
import { signInRequired } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { dependencyFailed } from "../control/create-control.js";
import type { OpenSession } from "../session/sessions.js";
import { tokensOf } from "./tokens-of.js";

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
      await sessions.update(key, { ...session, tokens: tokensOf(granted, now(), tokens) });
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
