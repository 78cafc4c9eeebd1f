import type { CheckContext } from "../context.js";
import type { Decision } from "../denial.js";

/** What a check looked at: ids, states, names and numbers, never a token, a secret or a part of a body. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One check of a request. */
export interface Check<Looked extends Facts = Facts> {
  readonly name: string;
  /** Where the platform document demands it. */
  readonly clause: string;
  /** Reads the facts and decides nothing. */
  readonly look: (context: CheckContext) => Looked;
  /** Decides by the facts alone. */
  readonly decide: (facts: Looked) => Decision;
}

/** A check whose `decide` knows the type of what its `look` returns. */
export function defineCheck<const Looked extends Facts>(check: Check<Looked>): Check {
  return check as unknown as Check;
}
