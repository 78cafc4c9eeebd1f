import { NetworkError } from "../errors.js";
import type { Deadline } from "./deadline.js";

/** Runs `work` within the deadline; an error becomes a `NetworkError` with `message`. */
export function overNetwork<T>(message: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return deadline.guard(async () => {
    try {
      return await work();
    } catch (failure) {
      const { cause, code, name } = Object(failure) as Record<string, unknown>;
      const names = [(cause as { code?: unknown } | undefined)?.code, code, name].map(String);
      const reason = names.find((text) => /^[A-Z]\w{1,40}$/.test(text));
      throw new NetworkError(deadline.operation, `${message} (${reason})`, { reason });
    }
  });
}
