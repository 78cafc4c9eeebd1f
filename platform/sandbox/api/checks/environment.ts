import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The environment of the base URL has the route, and is the one that the token was issued for (§1). */
export const environment = defineCheck({
  name: "environment",
  clause: "§5.3",
  look: ({ environment: called, route, claims }) => ({
    called,
    route: route.environments ?? null,
    token: claims?.environment ?? null,
  }),
  decide: ({ called, route, token }) => {
    if (route !== null && !route.includes(called))
      return denied("route-not-in-environment", `The route exists in ${route.join(", ")}, not in ${called}.`);
    if (token === called) return passed;
    return denied(
      "token-of-other-environment",
      `The token was issued for ${token}, the request is to ${called}.`,
    );
  },
});
