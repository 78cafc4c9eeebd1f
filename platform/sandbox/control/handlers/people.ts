import { found } from "../../platform/access/found.js";
import type { Membership, Organization, Person } from "../../platform/records/people.js";
import { createMembership, createOrganization, createPerson } from "../commands/people.js";
import type { Handlers, Schemas } from "../operation.js";
import { recordsPage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { memberAccessOf } from "../shown/commerce.js";

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
      return { organizations: entries.map(organizationOf), next };
    },
    createOrganization: async ({ body }) => organizationOf(await world.run(createOrganization, body)),
    listPeople({ query }) {
      const { entries, next } = recordsPage(view, "person", query);
      return { people: entries.map(personOf), next };
    },
    createPerson: async ({ body }) => personOf(await world.run(createPerson, body)),
    readPerson({ path: { person_id: person } }) {
      const spaces = view.list("membership", { person }).map((membership) => ({
        membership: membershipOf(membership),
        organization: organizationOf(found(view, "organization", membership.organization)),
      }));
      return { person: personOf(found(view, "person", person)), spaces };
    },
    readOrganization({ path: { organization_id: organization } }) {
      const members = view.list("membership", { organization }).slice(0, mostMembers);
      return {
        organization: organizationOf(found(view, "organization", organization)),
        members: members.map((membership) => ({
          membership: membershipOf(membership),
          person: personOf(found(view, "person", membership.person)),
          access: view.list("memberAccess", { membership: membership.id }).map(memberAccessOf),
        })),
      };
    },
    listMemberships({ query }) {
      const { entries, next } = recordsPage(view, "membership", query);
      return { memberships: entries.map(membershipOf), next };
    },
    async createMembership({ body: { organization_id: organization, person_id: person } }) {
      const join: typeof createMembership = (draft, input) => {
        const membership = createMembership(draft, input);
        commerce.refreshMembers(draft, { organization });
        return membership;
      };
      return membershipOf(await world.run(join, { organization, person }));
    },
  };
}

function organizationOf({ id, name, kind, status }: Organization): Schemas["Organization"] {
  return { organization_id: id, name, kind, status };
}

function personOf({ id, name, email, status }: Person): Schemas["Person"] {
  return { person_id: id, name, email, status };
}

function membershipOf({ id, organization, person, status }: Membership): Schemas["Membership"] {
  return { membership_id: id, organization_id: organization, person_id: person, status };
}
