import { ProbeFailed } from "../errors.js";
import { type ProbeClient, probeAt } from "./probe.js";
import { isTooLarge, NoAnswer, type Send } from "./send.js";

/** A probe, and whether it still answers. */
export interface WatchedProbe {
  /** `undefined` if there is no probe. After a call without an answer, calls reject at once if the probe doesn't answer another one. */
  readonly client: ProbeClient | undefined;
  readonly isGone: () => boolean;
  /** Asks it again from now on. */
  readonly forget: () => void;
}

/** How long a probe that has just failed to answer may take for the next answer, in milliseconds. */
const secondChanceMs = 2000;

/** The probe under `url`, which isn't waited for again and again once it is gone. */
export function watchProbe(
  url: string | undefined,
  options: { readonly send: Send; readonly timeoutMs: number },
): WatchedProbe {
  if (url === undefined) return { client: undefined, isGone: () => false, forget: () => {} };
  let gone = false;
  const probe = probeAt(url, options);
  const second = probeAt(url, { ...options, timeoutMs: Math.min(secondChanceMs, options.timeoutMs) });
  const watched =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (gone) throw new ProbeFailed(`the probe at ${url} doesn't answer any more`);
      try {
        return await call(...args);
      } catch (thrown) {
        if (isUnanswered(thrown)) gone = await isSilent(second);
        throw thrown;
      }
    };
  return {
    client: {
      inbox: watched(probe.inbox),
      resource: watched(probe.resource),
      leaks: watched(probe.leaks),
      handlers: watched(probe.handlers),
      setFaults: watched(probe.setFaults),
      restart: watched(probe.restart),
    },
    isGone: () => gone,
    forget: () => {
      gone = false;
    },
  };
}

async function isSilent(probe: ProbeClient): Promise<boolean> {
  try {
    await probe.inbox("oipkit-is-there-a-probe");
    return false;
  } catch (thrown) {
    return isUnanswered(thrown);
  }
}

function isUnanswered(thrown: unknown): boolean {
  return thrown instanceof ProbeFailed && thrown.cause instanceof NoAnswer && !isTooLarge(thrown.cause.kind);
}
