import { loadRecheck } from "../large-libraries.js";
import { isSimplePattern, patternFlags, readPattern } from "../patterns/read-pattern.js";

/** How slow a pattern can be, and the text that makes it so. */
export interface Slowness {
  /** Exponent of the time in the length of the text; infinite for exponential time. */
  readonly degree: number;
  /** An expression of JavaScript that makes the text. */
  readonly witness: string;
}

/** Maximum time for one pattern, in milliseconds: far more than any that can be decided takes, even on a busy machine. */
const timeout = 2_000;

/**
 * How slow a pattern can be; `undefined` if it takes linear time, is invalid, can't be
 * decided in time and with the stack there is, or uses what the checker doesn't know.
 */
export function findSlowness(pattern: string): Slowness | undefined {
  if (readPattern(pattern).kind === "unreadable" || isSimplePattern(pattern)) return undefined;
  try {
    return checkedSlowness(pattern);
  } catch (error) {
    // Large counts, such as `(a+b){1,511}`, can overflow the checker's call stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function checkedSlowness(pattern: string): Slowness | undefined {
  const { checkSync } = loadRecheck();
  const flags = patternFlags(pattern);
  const exact = checkSync(pattern, flags, { checker: "automaton", timeout });
  const isUnsupported = exact.status === "unknown" && exact.error.kind === "unsupported";
  const result = isUnsupported ? checkSync(pattern, flags, { checker: "fuzz", timeout }) : exact;
  if (result.status !== "vulnerable") return undefined;
  const { complexity, attack } = result;
  return {
    degree: complexity.type === "exponential" ? Number.POSITIVE_INFINITY : complexity.degree,
    witness: attack.pattern,
  };
}

/** The growth of time in the length of the text, in words. */
export function growthText(degree: number): string {
  if (degree === Number.POSITIVE_INFINITY) return "exponential";
  if (degree === 2) return "quadratic";
  return `n^${degree}`;
}
