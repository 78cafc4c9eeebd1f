import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The API product's quota for this identity isn't exhausted (§8). */
export const quota = defineCheck({
  name: "quota",
  clause: "§8",
  look: ({ quota: { used, limit, until } }) => ({ used, limit, until: new Date(until).toISOString() }),
  decide: ({ used, limit, until }) =>
    used < limit ? passed : denied("quota-exceeded", `${used} of ${limit} requests are used until ${until}.`),
});
