import { type CaseResult, weighs } from "../result/result.js";

/** What a result means to a program that only knows passing, failing and skipping. */
export type Outcome =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly message: string }
  /** Failed or not seen, without effect on the verdict. */
  | { readonly kind: "skipped"; readonly message: string }
  /** Failed as the list of known failures has it. */
  | { readonly kind: "known"; readonly message: string };

/** How a test report counts a result, with the message to show. */
export function outcomeOf(result: CaseResult, strict: boolean): Outcome {
  const { reason = "no reason is known", level, known } = result;
  if (result.result === "inconclusive") return { kind: "skipped", message: reason };
  if (result.result === "passed")
    return known === true
      ? { kind: "failed", message: "passes, but is listed as a known failure; take it off the list" }
      : { kind: "passed" };
  if (known === true) return { kind: "known", message: `known failure: ${reason}` };
  return weighs(level, strict)
    ? { kind: "failed", message: reason }
    : { kind: "skipped", message: `${reason} (${level}, without effect)` };
}
