import { HttpStatusError } from "../errors.js";
import type { AnyAnswer, SuccessBody } from "../operation/operation-answer.js";

/**
 * The body of a successful answer. Throws `HttpStatusError`, which holds the answer, for any other. The
 * promise of a call has this as a method: `await client.things.get({ id }).unwrap()`.
 */
export function unwrap<A extends AnyAnswer>(answer: A, operation?: string): SuccessBody<A> {
  if (!answer.ok) throw new HttpStatusError(answer, operation);
  return answer.body as SuccessBody<A>;
}
