import type { CaseResult, Durability } from "./result.js";

/** Reasons of single cases, as reasons of the run. */
const reasons: Readonly<Record<string, string>> = {
  "needs a probe": "no probe",
  "needs a probe that can restart the receiver": "the probe can't restart the receiver",
};

/** What a run found out about restarts, by the ids of the cases that restart the subject. */
export function durabilityOf(restartCases: readonly string[], results: readonly CaseResult[]): Durability {
  if (restartCases.length === 0) {
    return { state: "unchecked", reason: "no case of this run restarts the receiver" };
  }
  const ids = new Set(restartCases);
  const tried = results.filter(({ id }) => ids.has(id));
  if (tried.some(({ result }) => result === "failed")) return { state: "lost" };
  const unseen = tried.find(({ result }) => result === "inconclusive");
  if (unseen !== undefined) {
    const { reason = "unknown reason" } = unseen;
    return {
      state: "unchecked",
      reason: Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason,
    };
  }
  if (tried.length < restartCases.length) return { state: "unchecked", reason: "the run was ended early" };
  return { state: "survived" };
}
