import { approvalId, consentId, delegationId } from "../../platform/records/records.js";
import { routeScopes } from "../api-route.js";
import type { CheckContext } from "../context.js";
import { type Decision, defineCheck, denied, notNeeded, passed } from "./check.js";

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
    if (identity === "user" && consent !== "active")
      return denied("consent-missing", `The consent is ${consent ?? "missing"}.`);
    if (identity === "user" && consent_covers !== true)
      return denied("consent-missing", "The consent doesn't cover the operation's scope.");
    if (candidates !== null) {
      if (candidates.length > 0) return passed;
      if (identity === "user")
        return denied("membership-missing", "The person is a member of no organization.");
      return denied("organization-not-approved", "The application is approved for no organization.");
    }
    // What isn't there, or is another application's, has no customer here: ownership says so, and a missing body the last check.
    if (!facts.asked) return facts.target === "none" && identity === "user" ? passed : notNeeded;
    if (found === null) return denied("organization-unknown", "There is no organization with this id.");
    if (facts.organization_status !== "active")
      return denied("organization-revoked", `The organization ${found} is ${facts.organization_status}.`);
    if (identity === "user") {
      if (facts.acting || facts.membership === "active") return passed;
      const state = facts.membership ?? "missing";
      return denied("membership-missing", `The person's membership in ${found} is ${state}.`);
    }
    if (facts.approval === "active") return passed;
    return denied(
      "organization-not-approved",
      `The application's approval for ${found} is ${facts.approval ?? "missing"}.`,
    );
  },
});

function approvalStatus({ view, application, target }: CheckContext): string | null {
  if (application === undefined || target.organization === undefined) return null;
  return view.get("approval", approvalId(application.id, target.organization))?.status ?? null;
}

function findConsent({ view, application, person }: CheckContext) {
  if (application === undefined || person === undefined) return undefined;
  return view.get("consent", consentId(application.id, person.id));
}

function consentStatus(context: CheckContext): string | null {
  return findConsent(context)?.status ?? null;
}

function consentCovers(context: CheckContext): boolean {
  const own = findConsent(context)?.scopes ?? [];
  return routeScopes(context.route).some((wanted) => wanted.every((scope) => own.includes(scope)));
}

function membershipStatus({ view, person, target }: CheckContext): string | null {
  if (person === undefined || target.organization === undefined) return null;
  const found = view.list("membership", { person: person.id, organization: target.organization });
  return (found.find(({ status }) => status === "active") ?? found[0])?.status ?? null;
}

/** The organizations that a list may be about if its request names none; `undefined` for every other request. */
export function listOrganizations(context: CheckContext): readonly string[] | undefined {
  const { view, target, claims, application, person, content } = context;
  if (target.kind !== "list" || target.organization !== undefined) return undefined;
  const partner = content.parameters.acting_organization_id;
  if (claims?.identity === "user" && partner !== undefined)
    return view.list("delegation", { partner, status: "active" }).map(({ customer }) => customer);
  if (claims?.identity === "user") {
    if (person === undefined) return [];
    const own = view.list("membership", { person: person.id, status: "active" });
    // Without another wish, a user's list is about the space that was chosen at the sign-in.
    return own
      .filter(({ id }) => claims.membership === undefined || claims.membership === id)
      .map((each) => each.organization);
  }
  if (application === undefined) return [];
  return view
    .list("approval", { application: application.id, status: "active" })
    .map((each) => each.organization);
}

/**
 * `acting_organization_id` selects the partner that acts for a customer, and nothing else: it must be the application's own organization, or
 * one of the signed-in person's, and the customer must have an approved delegation to it.
 */
export const actingOrganization = defineCheck({
  name: "acting-organization",
  clause: "§5.5",
  look: (context) => {
    const { view, content, organization } = context;
    const asked = content.parameters.acting_organization_id;
    const acting = asked === undefined ? undefined : view.get("organization", asked);
    return {
      asked: asked !== undefined,
      acting: acting?.id ?? null,
      acting_status: acting?.status ?? null,
      own: acting !== undefined && isCallersOwn(context, acting.id),
      customer: organization?.id ?? null,
      delegation: acting === undefined ? null : delegationStatus(context, acting.id),
    };
  },
  decide: ({ asked, acting, acting_status, own, customer, delegation }) => {
    if (!asked) return notNeeded;
    if (acting === null || acting_status !== "active")
      return denied("acting-organization-foreign", "There is no active organization with this id.");
    if (!own) return denied("acting-organization-foreign", `The caller isn't of the organization ${acting}.`);
    if (customer === null) return notNeeded;
    if (delegation === "active") return passed;
    return denied(
      "delegation-missing",
      `The delegation of ${customer} to ${acting} is ${delegation ?? "missing"}.`,
    );
  },
});

/** Whether an organization is the application's own, or one of the signed-in person's. */
function isCallersOwn({ view, application, person, claims }: CheckContext, organization: string): boolean {
  if (claims?.identity !== "user") return organization === application?.organization;
  if (person === undefined) return false;
  return view.list("membership", { person: person.id, organization, status: "active" }).length > 0;
}

function delegationStatus({ view, organization }: CheckContext, partner: string): string | null {
  if (organization === undefined) return null;
  return view.get("delegation", delegationId(partner, organization.id))?.status ?? null;
}

/** What belongs to a customer, that is to another organization than the application's own, needs the customer's current authorization. */
export const customerAuthorization = defineCheck({
  name: "customer-authorization",
  clause: "§5.5",
  look: ({ view, organization, application }) => {
    if (organization === undefined || organization.id === application?.organization)
      return { customer: null, authorization: null, status: null };
    const found =
      application && view.get("customerAuthorization", approvalId(application.id, organization.id));
    return {
      customer: organization.id,
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
