import type { AnyAnswer, SuccessBody } from "../operation/operation-answer.js";
import { unwrap } from "./unwrap.js";

/** What a call returns: the promise of its answer. */
export interface PendingAnswer<A> extends Promise<A> {
  /**
   * The throwing form: the body of a success. Rejects with `HttpStatusError` for any other answer, and with
   * what the call itself throws.
   */
  unwrap(): Promise<SuccessBody<A>>;
}

/** Adds the throwing form to the promise of an answer. */
export function pendingAnswer<A>(answer: Promise<AnyAnswer>, operation: string): PendingAnswer<A> {
  return Object.assign(answer, {
    unwrap: () => answer.then((settled) => unwrap(settled, operation)),
  }) as unknown as PendingAnswer<A>;
}
