import type { Observer } from "./observer.js";

/** Longer than any `traceparent` of a known version. */
const longestTrace = 256;

/** The `traceparent` of what is publishing now, to be stored; null if there is none, or the observer fails. */
export function traceOf({ traceparent }: Observer): string | null {
  try {
    const trace = traceparent?.();
    return trace !== undefined && trace.length <= longestTrace && /^[\x21-\x7e]+$/.test(trace) ? trace : null;
  } catch {
    // It only watches.
    return null;
  }
}
