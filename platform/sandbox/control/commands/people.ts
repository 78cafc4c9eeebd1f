import { found } from "../../platform/access/found.js";
import type { Command } from "../../platform/draft.js";
import type { Localized } from "../../platform/records/common.js";
import type { Membership, Organization, Person } from "../../platform/records/people.js";

/** Adds an enterprise. */
export const createOrganization: Command<{ readonly name: Localized }, Organization> = (draft, { name }) => {
  const organization: Organization = { id: draft.newId("org"), name, kind: "enterprise", status: "active" };
  draft.put("organization", organization);
  return organization;
};

/** Adds someone who can sign in. */
export const createPerson: Command<{ readonly name: string; readonly email: string }, Person> = (
  draft,
  { name, email },
) => {
  const person: Person = { id: draft.newId("person"), name, email, status: "active" };
  draft.put("person", person);
  return person;
};

/** Makes a person a member, again if the membership was revoked. Safe to repeat. */
export const createMembership: Command<
  { readonly organization: string; readonly person: string },
  Membership
> = (draft, { organization, person }) => {
  found(draft, "organization", organization);
  found(draft, "person", person);
  const [known] = draft.list("membership", { organization, person });
  const membership: Membership = {
    id: known?.id ?? draft.newId("mem"),
    organization,
    person,
    status: "active",
  };
  draft.put("membership", membership);
  return membership;
};
