import type { Answer, AnsweringReceiver } from "../ports/answer.js";

/** How many requests a server answers at once. */
export interface ConcurrencyLimit {
  /** Requests that may be answered at once. */
  readonly maxConcurrent: number;
  /** Told of every request that was turned away. */
  readonly onRefused?: (() => void) | undefined;
}

/** HTTP's own "not now"; the sender tries again. */
const overloaded: Answer = { status: 503, headers: { "retry-after": "1" }, body: "" };

/**
 * A receiver that answers at most that many requests at once and turns others away at once, without reading their
 * bodies: what can't be worked on isn't queued, so a flood costs neither memory nor the time of those inside.
 */
export function limitConcurrency(
  receiver: AnsweringReceiver,
  { maxConcurrent, onRefused }: ConcurrencyLimit,
): AnsweringReceiver {
  let inside = 0;
  const leave = (answer: Answer): Answer => {
    inside--;
    return answer;
  };
  const fail = (cause: unknown): never => {
    inside--;
    throw cause;
  };
  return {
    answer(request) {
      if (inside >= maxConcurrent) {
        onRefused?.();
        return Promise.resolve(overloaded);
      }
      const answer = receiver.answer(request);
      inside++;
      return answer.then(leave, fail);
    },
  };
}
