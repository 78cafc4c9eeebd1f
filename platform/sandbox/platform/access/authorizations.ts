import { type PlatformCommand, Refusal } from "../draft.js";
import type { Approval, Consent, CustomerAuthorization, Delegation } from "../records/applications.js";
import { approvalId, consentId, delegationId } from "../records/records.js";
import { activeApplication, enabledClient, found } from "./found.js";

type ForOrganization = { readonly application: string; readonly organization: string };

/** Approves an application for a target organization, which its application identity needs (§5.5). */
export const approveApplication: PlatformCommand<ForOrganization, Approval> = (
  draft,
  { application, organization },
) => {
  activeApplication(draft, application);
  found(draft, "organization", organization);
  const approval: Approval = {
    id: approvalId(application, organization),
    application,
    organization,
    status: "active",
  };
  draft.put("approval", approval);
  return approval;
};

/** Revokes an approval. */
export const revokeApproval: PlatformCommand<ForOrganization, Approval> = (
  draft,
  { application, organization },
) => {
  const approval = {
    ...found(draft, "approval", approvalId(application, organization)),
    status: "revoked",
  } as const;
  draft.put("approval", approval);
  return approval;
};

/** A person consents to the user identity of an application; scopes are added to those of an active consent (§5.5). */
export const giveConsent: PlatformCommand<
  { readonly application: string; readonly person: string; readonly scopes: readonly string[] },
  Consent
> = (draft, { application, person, scopes }) => {
  activeApplication(draft, application);
  enabledClient(draft, application, "user");
  if (found(draft, "person", person).status !== "active")
    throw new Refusal("conflict", "person-revoked", { message: `The person "${person}" is revoked.` });
  const id = consentId(application, person);
  const known = draft.get("consent", id);
  const before = known?.status === "active" ? known.scopes : [];
  const consent: Consent = {
    id,
    application,
    person,
    scopes: [...new Set([...before, ...scopes])],
    status: "active",
  };
  draft.put("consent", consent);
  return consent;
};

/** Withdraws a consent. The person is asked again at the next sign-in. */
export const revokeConsent: PlatformCommand<
  { readonly application: string; readonly person: string },
  Consent
> = (draft, { application, person }) => {
  const consent = { ...found(draft, "consent", consentId(application, person)), status: "revoked" } as const;
  draft.put("consent", consent);
  return consent;
};

type Between = { readonly partner: string; readonly customer: string };

/** Approves that a partner acts for a customer (§5.5). */
export const approveDelegation: PlatformCommand<Between, Delegation> = (draft, { partner, customer }) => {
  found(draft, "organization", partner);
  found(draft, "organization", customer);
  if (partner === customer)
    throw new Refusal("invalid", "delegation-to-itself", {
      message: "An organization can't be its own partner.",
    });
  const delegation: Delegation = { id: delegationId(partner, customer), partner, customer, status: "active" };
  draft.put("delegation", delegation);
  return delegation;
};

/** Revokes a delegation. */
export const revokeDelegation: PlatformCommand<Between, Delegation> = (draft, { partner, customer }) => {
  const delegation = {
    ...found(draft, "delegation", delegationId(partner, customer)),
    status: "revoked",
  } as const;
  draft.put("delegation", delegation);
  return delegation;
};

/** A customer authorizes an application for its resources (§5.5). */
export const authorizeForCustomer: PlatformCommand<ForOrganization, CustomerAuthorization> = (
  draft,
  { application, organization },
) => {
  activeApplication(draft, application);
  found(draft, "organization", organization);
  const id = approvalId(application, organization);
  const authorization: CustomerAuthorization = { id, application, organization, status: "active" };
  draft.put("customerAuthorization", authorization);
  return authorization;
};

/** A customer withdraws its authorization. */
export const revokeCustomerAuthorization: PlatformCommand<ForOrganization, CustomerAuthorization> = (
  draft,
  { application, organization },
) => {
  const id = approvalId(application, organization);
  const authorization = { ...found(draft, "customerAuthorization", id), status: "revoked" } as const;
  draft.put("customerAuthorization", authorization);
  return authorization;
};
