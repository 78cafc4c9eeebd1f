import { type CaseResult, weighs } from "../result/result.js";

/** A result for a program that only knows passing, failing and skipping. */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly message: string }
  /** Failed or inconclusive, without effect on the verdict. */
  | { readonly kind: "skipped"; readonly message: string }
  /** Failed, as listed in the known failures. */
  | { readonly kind: "known"; readonly message: string };

/** How a test report counts a result, with the message to show. */
export function outcomeOf(result: CaseResult, strict: boolean): Outcome {
  const { reason = "unknown reason", level, known } = result;
  if (result.result === "inconclusive") return { kind: "skipped", message: reason };
  if (result.result === "passed")
    return known === true
      ? { kind: "failed", message: "passes, but is listed as a known failure; remove it from the list" }
      : { kind: "passed" };
  if (known === true) return { kind: "known", message: `known failure: ${reason}` };
  return weighs(level, strict)
    ? { kind: "failed", message: reason }
    : { kind: "skipped", message: `${reason} (${level}, without effect)` };
}
