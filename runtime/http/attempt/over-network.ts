import { NetworkError } from "../errors.js";
import type { Deadline } from "./deadline.js";
import { failureName } from "./failure-name.js";

/** Runs `work` within the deadline; an error becomes a `NetworkError` with `message`. */
export function overNetwork<T>(message: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return deadline.guard(async () => {
    try {
      return await work();
    } catch (failure) {
      throw networkError(message, deadline.operation, failure);
    }
  });
}

/** A failure of `fetch`, or of a body that it returned, without anything that may hold the request. */
export function networkError(message: string, operation: string, failure: unknown): NetworkError {
  const reason = failureName(failure);
  return new NetworkError(operation, `${message} (${reason})`, { reason });
}
