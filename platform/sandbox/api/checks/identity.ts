import { denied, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** The operation and its API product are open to the identity; of a user, the person can still sign in. */
export const identity = defineCheck({
  name: "identity",
  clause: "§5.5",
  look: ({ claims, identities, product, person }) => ({
    identity: claims?.identity ?? null,
    operation: identities,
    product: product?.identities ?? [],
    person: person?.id ?? null,
    person_status: person?.status ?? null,
  }),
  decide: ({ identity: own, operation, product, person_status }) => {
    if (own === null || !operation.includes(own))
      return denied("identity-not-allowed", `The operation is open to: ${operation.join(", ")}.`);
    if (!product.includes(own))
      return denied("identity-not-allowed", `The API product is open to: ${product.join(", ")}.`);
    if (own === "user" && person_status !== "active")
      return denied("person-revoked", "The person of the token doesn't exist any more or is revoked.");
    return passed;
  },
});
