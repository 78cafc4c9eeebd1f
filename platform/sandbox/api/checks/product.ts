import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The API product is active: neither deprecated nor revoked (§3.3). */
export const product = defineCheck({
  name: "product",
  clause: "§3.3",
  look: ({ product: found }) => ({ product: found?.code ?? null, status: found?.status ?? null }),
  decide: ({ product: code, status }) =>
    status === "active" ? passed : denied("product-not-active", `The API product ${code} is ${status}.`),
});
