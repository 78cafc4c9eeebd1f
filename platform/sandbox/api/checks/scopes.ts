import { scopesOf } from "../api-route.js";
import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The token has every scope of an alternative of the operation. */
export const scopes = defineCheck({
  name: "scopes",
  clause: "§5.5",
  look: ({ route, claims }) => {
    const own = claims?.scopes ?? [];
    const alternatives = scopesOf(route);
    const met = alternatives.find((wanted) => wanted.every((scope) => own.includes(scope)));
    return {
      wanted: met ?? alternatives[0] ?? [],
      token: own,
      met: met !== undefined,
    };
  },
  decide: ({ wanted, met }) =>
    met ? passed : denied("scope-missing", `The operation requires ${wanted.join(" ")}; the token lacks it.`),
});
