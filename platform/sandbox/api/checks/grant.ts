import { scopesOf } from "../api-route.js";
import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The grant of the API product to this identity is enabled, in this environment, and covers the operation (§3.1). */
export const grant = defineCheck({
  name: "grant",
  clause: "§5.5",
  look: ({ permission, route, environment }) => {
    const own = permission?.scopes ?? [];
    const alternatives = scopesOf(route);
    return {
      permission: permission?.id ?? null,
      state: permission?.state ?? null,
      same_environment: permission?.environment === environment,
      scopes: own,
      covered: alternatives.some((wanted) => wanted.every((scope) => own.includes(scope))),
    };
  },
  decide: ({ permission, state, same_environment, covered }) => {
    if (permission === null || !same_environment)
      return denied("grant-missing", "The identity has no grant of the API product in this environment.");
    if (state !== "enabled") return denied("grant-not-enabled", `The grant is ${state}, not enabled.`);
    if (!covered) return denied("grant-scope-missing", "The grant doesn't cover the operation's scope.");
    return passed;
  },
});
