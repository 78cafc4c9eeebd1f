import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** A valid access token: signed by an issuer of the sandbox, and neither expired nor ended. */
export const token = defineCheck({
  name: "token",
  clause: "§5.5",
  look: ({ claims, tokenProblem }) => ({
    presented: tokenProblem?.kind !== "missing",
    well_formed: claims !== undefined || tokenProblem?.kind === "refused",
    problem: tokenProblem?.kind === "refused" ? tokenProblem.problem : null,
    issued_at: claims === undefined ? null : new Date(claims.issuedAt).toISOString(),
  }),
  decide: ({ presented, well_formed, problem }) => {
    if (!presented) return denied("token-missing", "The request has no `authorization`.");
    if (!well_formed) return denied("token-malformed", "`authorization` isn't `Bearer` and a token.");
    return problem === null ? passed : denied("token-refused", `The token isn't accepted: ${problem}.`);
  },
});
