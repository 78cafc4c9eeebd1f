import type { Aspect } from "../result/result.js";

/** How a receiver misses what a case expects. */
export interface Miss {
  readonly aspect: Aspect;
  readonly expected: { readonly value: unknown; readonly text: string };
  readonly actual: { readonly value: unknown; readonly text: string };
  /** Ends the sentence "the receiver …". */
  readonly reason: string;
}

/** A miss of something in an answer, each side as data and in words. */
export function differs(
  aspect: Aspect,
  [wanted, wantedText]: readonly [unknown, string],
  [seen, seenText]: readonly [unknown, string],
): Miss {
  return {
    aspect,
    expected: { value: wanted, text: wantedText },
    actual: { value: seen, text: seenText },
    reason: `answers with ${seenText} where ${wantedText} is wanted`,
  };
}
