import type { Challenge } from "./issuer.js";

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
      return now() - found.startedAt > pendingMs ? undefined : found;
    },
  };
}
