import type { Clock } from "../ports/clock.js";

/** Rejects if a promise isn't settled in time, in milliseconds by the clock. What it does then is ignored. */
export function withDeadline<Result>(
  clock: Clock,
  ms: number,
  { work, what }: { readonly work: Promise<Result>; readonly what: string },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = clock.wakeAt(clock.now() + ms, () =>
      reject(new Error(`${what} took longer than ${ms} ms`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
