import { OipkitError } from "../errors.js";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";

/** How many requests a server answers concurrently. */
interface ConcurrencyLimit {
  /** Maximum number of concurrent requests. */
  readonly maxConcurrent: number;
  /** Called for every rejected request. */
  readonly onRefused?: (() => void) | undefined;
}

/** A receiver that answers only so many requests concurrently. */
interface LimitedReceiver extends AnsweringReceiver {
  /** Whether it rejects the next request. */
  readonly isFull: () => boolean;
}

/** HTTP's own "try later"; the sender retries. */
const overloaded: Answer = { status: 503, headers: { "retry-after": "1" }, body: "" };

/**
 * A receiver that answers at most that many requests concurrently and rejects others immediately: excess requests
 * aren't queued, so a flood costs neither memory nor the time of accepted requests. A request whose body is still
 * arriving doesn't count, so that slow senders take no place.
 */
export function limitConcurrency(
  receiver: AnsweringReceiver,
  { maxConcurrent, onRefused }: ConcurrencyLimit,
): LimitedReceiver {
  let inside = 0;
  const isFull = (): boolean => inside >= maxConcurrent;
  const refuse = (): Answer => {
    onRefused?.();
    return overloaded;
  };
  return {
    isFull,
    answer(request) {
      if (isFull()) return Promise.resolve(refuse());
      let isInside = true;
      let isRefused = false;
      inside++;
      const leave = (): void => {
        if (isInside) inside--;
        isInside = false;
      };
      const enter = (body: Uint8Array | undefined): Uint8Array | undefined => {
        // A body over the limit is answered without any work.
        if (body === undefined) return body;
        if (isFull()) {
          isRefused = true;
          throw new Overloaded();
        }
        inside++;
        isInside = true;
        return body;
      };
      const answer = receiver.answer({
        method: request.method,
        url: request.url,
        header: request.header,
        readBody(limit) {
          const body = request.readBody(limit);
          if (!(body instanceof Promise)) return body;
          leave();
          return body.then(enter);
        },
      });
      return answer.then(
        (given) => {
          leave();
          if (isRefused) return refuse();
          return given;
        },
        (cause) => {
          leave();
          throw cause;
        },
      );
    },
  };
}

/** As many requests are being answered as the server allows; the sender retries. */
class Overloaded extends OipkitError {
  readonly code = "overloaded";

  constructor() {
    super("too many requests are being answered");
  }
}
