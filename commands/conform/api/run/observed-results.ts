import type { CaseResult } from "../../result.js";
import { type ObservedCheck, type Observer, observedCase } from "./observer.js";

/** The rule of each comparison, in one sentence. */
export const observedRules: Readonly<Record<ObservedCheck, string>> = {
  "server-error": "No request makes the server fail: every answer is there, and below 500.",
  status: "The status of every answer is one that the contract declares.",
  "content-type": "The media type of every answer is one that the contract declares for its status.",
  headers: "Every answer has the headers that the contract requires, with values that their schemas accept.",
  body: "The body of every answer is what the contract declares for its status.",
  "stack-trace": "No refusal shows the server's own code: stack traces, files, errors of its database.",
  "write-only": "No answer shows a member that the contract marks as writeOnly.",
  problem: "The status in a problem document is that of the answer (RFC 9457, section 3.1.2).",
  "response-time": "Every answer comes within the time of --max-response-time.",
};

/** What all answers of the run showed, as results. */
export function observedResults(observer: Observer): readonly CaseResult[] {
  return [...observer.outcomes.values()].map(
    ({ check, operation, status, compared, failure }): CaseResult => {
      const head = {
        id: observedCase(check, operation, status),
        clause: check,
        level: failure?.level ?? ("must" as const),
        why: observedRules[check],
        durationMs: 0,
      };
      if (failure !== undefined) {
        const { exchanges, ...finding } = failure;
        return { ...head, ...finding, result: "failed", exchanges };
      }
      if (compared > 0) return { ...head, result: "passed", exchanges: [] };
      const reason =
        status === undefined
          ? `needs an answer of ${operation.id}`
          : `needs an answer ${status} of ${operation.id}`;
      return { ...head, result: "inconclusive", reason, exchanges: [] };
    },
  );
}
