import { approvalId } from "../../platform/record-ids.js";
import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/** What belongs to a customer, that is to another organization than the application's own, needs the customer's current authorization. */
export const customerAuthorization = defineCheck({
  name: "customer-authorization",
  clause: "§5.5",
  look: ({ view, organization, application }) => {
    const isCustomer = organization !== undefined && organization.id !== application?.organization;
    const found =
      isCustomer && application !== undefined
        ? view.get("customerAuthorization", approvalId(application.id, organization.id))
        : undefined;
    return {
      customer: isCustomer ? organization.id : null,
      authorization: found?.id ?? null,
      status: found?.status ?? null,
    };
  },
  decide: ({ customer, status }) => {
    if (customer === null) return notNeeded;
    if (status === "active") return passed;
    return denied(
      "customer-authorization-missing",
      `The authorization of ${customer} is ${status ?? "missing"}; scopes alone aren't enough.`,
    );
  },
});
