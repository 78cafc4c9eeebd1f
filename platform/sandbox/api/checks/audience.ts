import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The token was issued for the API product that the operation belongs to (§5.3). */
export const audience = defineCheck({
  name: "audience",
  clause: "§5.5",
  look: ({ claims, product }) => ({
    product: product?.code ?? null,
    wanted: product?.audience ?? null,
    token: claims?.audience ?? null,
  }),
  decide: ({ wanted, token, product }) => {
    if (wanted === null)
      return denied("audience-mismatch", "No API product of this environment has the operation's scope.");
    if (token === wanted) return passed;
    return denied(
      "audience-mismatch",
      `The API product ${product} has the audience ${wanted}; the token has another.`,
    );
  },
});
