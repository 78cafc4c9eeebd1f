import type { Rule } from "../rule.js";

/** Operations that never fail. */
export const errorResponse: Rule = {
  name: "error-response",
  formats: ["openapi"],
  finds: "An operation has no answer with a status of 400 or more, and no `default`.",
  why: "Every operation can fail; without a description of how, each client guesses what to show, to retry and to report.",
  remedy: "Describe the errors that the operation answers with, or add a `default` response for all of them.",
  severity: "warning",
  *check({ operations }) {
    for (const { place, responses, title, kind } of operations) {
      if (kind === "callback" || responses.length === 0) continue;
      if (responses.some(([status]) => status === "default" || /^[45]/.test(status))) continue;
      yield { place, target: "key", message: `\`${title}\` describes no error` };
    }
  },
};
