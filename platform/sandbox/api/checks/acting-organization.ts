import { delegationId } from "../../platform/record-ids.js";
import { denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";

/**
 * `acting_organization_id` selects the partner that acts for a customer, and nothing else: it must be the application's own organization, or
 * one of the signed-in person's, and the customer must have an approved delegation to it.
 */
export const actingOrganization = defineCheck({
  name: "acting-organization",
  clause: "§5.5",
  look: ({ view, content, application, person, claims, organization }) => {
    const asked = content.parameters.acting_organization_id;
    const acting = asked === undefined ? undefined : view.get("organization", asked);
    const isOwn =
      acting !== undefined &&
      (claims?.identity === "user"
        ? person !== undefined &&
          view.list("membership", { person: person.id, organization: acting.id, status: "active" }).length > 0
        : acting.id === application?.organization);
    const delegation =
      acting === undefined || organization === undefined
        ? undefined
        : view.get("delegation", delegationId(acting.id, organization.id));
    return {
      asked: asked !== undefined,
      acting: acting?.id ?? null,
      acting_status: acting?.status ?? null,
      own: isOwn,
      customer: organization?.id ?? null,
      delegation: delegation?.status ?? null,
    };
  },
  decide: ({ asked, acting, acting_status, own, customer, delegation }) => {
    if (!asked) return notNeeded;
    if (acting === null || acting_status !== "active")
      return denied("acting-organization-foreign", "There is no active organization with this id.");
    if (!own) return denied("acting-organization-foreign", `The caller isn't of the organization ${acting}.`);
    if (customer === null) return notNeeded;
    return delegation === "active"
      ? passed
      : denied(
          "delegation-missing",
          `The delegation of ${customer} to ${acting} is ${delegation ?? "missing"}.`,
        );
  },
});
