import { found } from "../../platform/access/found.js";
import type { PlatformCommand } from "../../platform/draft.js";
import type { Localized } from "../../platform/records/common.js";
import type { Membership, Organization, Person } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import { recordsPage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { shownMemberAccess } from "./commerce.js";

type Ids =
  | "listOrganizations"
  | "createOrganization"
  | "listPeople"
  | "createPerson"
  | "readPerson"
  | "readOrganization"
  | "listMemberships"
  | "createMembership";

const mostMembers = 1000;

/** The operations of organizations, people and memberships. */
export function peopleHandlers({ world, commerce }: Pick<SandboxParts, "world" | "commerce">): Handlers<Ids> {
  const { view } = world;
  return {
    listOrganizations({ query }) {
      const { entries, next } = recordsPage(view, "organization", query);
      return { organizations: entries.map(shownOrganization), next };
    },
    createOrganization: async ({ body }) => shownOrganization(await world.run(createOrganization, body)),
    listPeople({ query }) {
      const { entries, next } = recordsPage(view, "person", query);
      return { people: entries.map(shownPerson), next };
    },
    createPerson: async ({ body }) => shownPerson(await world.run(createPerson, body)),
    readPerson({ path: { person_id: person } }) {
      const spaces = view.list("membership", { person }).map((membership) => ({
        membership: shownMembership(membership),
        organization: shownOrganization(found(view, "organization", membership.organization)),
      }));
      return { person: shownPerson(found(view, "person", person)), spaces };
    },
    readOrganization({ path: { organization_id: organization } }) {
      const members = view.list("membership", { organization }).slice(0, mostMembers);
      return {
        organization: shownOrganization(found(view, "organization", organization)),
        members: members.map((membership) => ({
          membership: shownMembership(membership),
          person: shownPerson(found(view, "person", membership.person)),
          access: view.list("memberAccess", { membership: membership.id }).map(shownMemberAccess),
        })),
      };
    },
    listMemberships({ query }) {
      const { entries, next } = recordsPage(view, "membership", query);
      return { memberships: entries.map(shownMembership), next };
    },
    async createMembership({ body: { organization_id: organization, person_id: person } }) {
      const join: typeof createMembership = (draft, input) => {
        const membership = createMembership(draft, input);
        commerce.refreshMembers(draft, { organization });
        return membership;
      };
      return shownMembership(await world.run(join, { organization, person }));
    },
  };
}

function shownOrganization({ id, name, kind, status }: Organization): Schemas["Organization"] {
  return { organization_id: id, name, kind, status };
}

function shownPerson({ id, name, email, status }: Person): Schemas["Person"] {
  return { person_id: id, name, email, status };
}

function shownMembership({ id, organization, person, status }: Membership): Schemas["Membership"] {
  return { membership_id: id, organization_id: organization, person_id: person, status };
}

/** Adds an enterprise. */
const createOrganization: PlatformCommand<{ readonly name: Localized }, Organization> = (draft, { name }) => {
  const organization: Organization = { id: draft.newId("org"), name, kind: "enterprise", status: "active" };
  draft.put("organization", organization);
  return organization;
};

/** Adds someone who can sign in. */
const createPerson: PlatformCommand<{ readonly name: string; readonly email: string }, Person> = (
  draft,
  { name, email },
) => {
  const person: Person = { id: draft.newId("person"), name, email, status: "active" };
  draft.put("person", person);
  return person;
};

/** Makes a person a member, again if the membership was revoked. Safe to repeat. */
const createMembership: PlatformCommand<
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
