import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The grant's scopes and audience are bound to the OAuth client (§3.2). */
export const binding = defineCheck({
  name: "binding",
  clause: "§3.2",
  look: ({ permission }) => ({ permission: permission?.id ?? null, binding: permission?.binding ?? null }),
  decide: ({ binding: state }) => {
    if (state === "bound") return passed;
    if (state === "temporarily-unverifiable")
      return denied("binding-unverifiable", "The binding is temporarily unverifiable.");
    return denied("binding-drifted", `The binding is ${state}.`);
  },
});
