import { approvalId, consentId } from "../../platform/record-ids.js";
import { scopesOf } from "../api-route.js";
import type { CheckContext } from "../context.js";
import { type Decision, denied, notNeeded, passed } from "../denial.js";
import { defineCheck } from "./check.js";
import { listOrganizations } from "./list-organizations.js";

/**
 * The customer, which the request or its resource only names, is open to the caller: an application identity needs an approval for the
 * organization; a user identity needs the person's consent, and the person a membership (a member of an acting organization needs none, but
 * a delegation, which is another check).
 */
export const organization = defineCheck({
  name: "organization",
  clause: "§5.5",
  look: (context) => {
    const { target, organization: found, claims, content } = context;
    const isUser = claims?.identity === "user";
    const acting = content.parameters.acting_organization_id !== undefined;
    return {
      target: target.kind,
      asked: target.organization !== undefined,
      organization: found?.id ?? null,
      organization_status: found?.status ?? null,
      identity: claims?.identity ?? null,
      approval: isUser ? null : approvalStatus(context),
      consent: isUser ? consentStatus(context) : null,
      consent_covers: isUser ? consentCovers(context) : null,
      membership: isUser && !acting ? membershipStatus(context) : null,
      acting,
      candidates: listOrganizations(context) ?? null,
    };
  },
  decide: (facts): Decision => {
    const { identity, consent, consent_covers, candidates, organization: found } = facts;
    if (identity === "user" && (consent !== "active" || consent_covers !== true))
      return denied(
        "consent-missing",
        consent === "active"
          ? "The consent doesn't cover the operation's scope."
          : `The consent is ${consent ?? "missing"}.`,
      );
    if (candidates !== null) {
      if (candidates.length > 0) return passed;
      return identity === "user"
        ? denied("membership-missing", "The person is a member of no organization.")
        : denied("organization-not-approved", "The application is approved for no organization.");
    }
    // What isn't there, or is another application's, has no customer here: ownership says so, and a missing body the last check.
    if (!facts.asked) return facts.target === "none" && identity === "user" ? passed : notNeeded;
    if (found === null) return denied("organization-unknown", "There is no organization with this id.");
    if (facts.organization_status !== "active")
      return denied("organization-revoked", `The organization ${found} is ${facts.organization_status}.`);
    if (identity === "user")
      return facts.acting || facts.membership === "active"
        ? passed
        : denied(
            "membership-missing",
            `The person's membership in ${found} is ${facts.membership ?? "missing"}.`,
          );
    return facts.approval === "active"
      ? passed
      : denied(
          "organization-not-approved",
          `The application's approval for ${found} is ${facts.approval ?? "missing"}.`,
        );
  },
});

function approvalStatus({ view, application, target }: CheckContext): string | null {
  if (application === undefined || target.organization === undefined) return null;
  return view.get("approval", approvalId(application.id, target.organization))?.status ?? null;
}

function consentOf({ view, application, person }: CheckContext) {
  if (application === undefined || person === undefined) return undefined;
  return view.get("consent", consentId(application.id, person.id));
}

function consentStatus(context: CheckContext): string | null {
  return consentOf(context)?.status ?? null;
}

function consentCovers(context: CheckContext): boolean {
  const own = consentOf(context)?.scopes ?? [];
  return scopesOf(context.route).some((wanted) => wanted.every((scope) => own.includes(scope)));
}

function membershipStatus({ view, person, target }: CheckContext): string | null {
  if (person === undefined || target.organization === undefined) return null;
  const found = view.list("membership", { person: person.id, organization: target.organization });
  return (found.find(({ status }) => status === "active") ?? found[0])?.status ?? null;
}
