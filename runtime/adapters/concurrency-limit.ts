import type { Answer, AnsweringReceiver } from "../ports/answer.js";

/** How many requests a server answers concurrently. */
export interface ConcurrencyLimit {
  /** Maximum number of concurrent requests. */
  readonly maxConcurrent: number;
  /** Called for every rejected request. */
  readonly onRefused?: (() => void) | undefined;
}

/** HTTP's own "try later"; the sender retries. */
const overloaded: Answer = { status: 503, headers: { "retry-after": "1" }, body: "" };

/**
 * A receiver that answers at most that many requests concurrently and rejects others immediately, without reading their
 * bodies: excess requests aren't queued, so a flood costs neither memory nor the time of accepted requests.
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
