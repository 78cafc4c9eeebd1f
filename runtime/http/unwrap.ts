import { HttpStatusError } from "./errors.js";
import type { AnyAnswer, SuccessBody } from "./operation-answer.js";

/**
 * The body of a successful answer: `unwrap(await getThing(client, { id }))`. Throws `HttpStatusError`, which
 * holds the answer, for any other.
 */
export function unwrap<A extends AnyAnswer>(answer: A): SuccessBody<A> {
  if (!answer.ok) throw new HttpStatusError(answer);
  return answer.body as SuccessBody<A>;
}
