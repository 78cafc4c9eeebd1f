import type { Aspect } from "../result/result.js";

/** How a receiver fails an expectation of a case. */
export interface Miss {
  readonly aspect: Aspect;
  readonly expected: { readonly value: unknown; readonly text: string };
  readonly actual: { readonly value: unknown; readonly text: string };
  /** Ends the sentence "the receiver …". */
  readonly reason: string;
}

/** A failed expectation about an answer, each side as data and in words. */
export function differs(
  aspect: Aspect,
  [wanted, wantedText]: readonly [unknown, string],
  [seen, seenText]: readonly [unknown, string],
): Miss {
  return {
    aspect,
    expected: { value: wanted, text: wantedText },
    actual: { value: seen, text: seenText },
    reason: `answers with ${seenText}, expected ${wantedText}`,
  };
}
