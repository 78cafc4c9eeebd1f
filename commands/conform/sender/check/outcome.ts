import type { Miss } from "../../check/miss.js";
import type { Outcome } from "../control/shapes.js";
import type { OutcomeExpectation } from "../suite/sender-suite.js";

/** How the outcome of a wish differs from what it must be. */
export function refusalMiss(
  what: string,
  { accepted, reason }: Outcome,
  expect: OutcomeExpectation,
): Miss | undefined {
  const wanted = expect.accepted ? "accepted" : "refused";
  if (accepted !== expect.accepted) {
    const got = accepted ? "accepted" : "refused";
    const why = reason === undefined ? "" : `: ${reason.slice(0, 200)}`;
    return {
      aspect: "outcome",
      expected: { value: expect.accepted, text: wanted },
      actual: { value: accepted, text: got },
      reason: accepted ? `agrees to ${what}, expected a refusal` : `refuses to ${what}${why}`,
    };
  }
  if (expect.reason !== true || (reason !== undefined && reason !== "")) return undefined;
  return {
    aspect: "outcome",
    expected: { value: "a reason", text: "a refusal with a reason" },
    actual: { value: null, text: "a refusal without a reason" },
    reason: `refuses to ${what} without a reason`,
  };
}
