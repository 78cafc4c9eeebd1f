import type { Deadline } from "./deadline.js";
import { NetworkError, plainCause } from "./errors.js";

/** Does `work` within the deadline; what it throws is a `NetworkError` with `message`. */
export function overNetwork<T>(message: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return deadline.guard(async () => {
    try {
      return await work();
    } catch (failure) {
      throw new NetworkError(deadline.operation, message, plainCause(failure));
    }
  });
}
