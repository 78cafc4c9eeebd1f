import type { Handlers } from "../api/operation.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from, ifThere } from "../control/create-control.js";
import { everyPage } from "../control/every-page.js";

type Ids =
  | "listCustomers"
  | "createCustomer"
  | "readCustomer"
  | "createPerson"
  | "createMembership"
  | "setMemberAccess"
  | "setFact"
  | "startCheckout"
  | "completeCheckout";

const mostPeople = 100;

/** The operations of customers, of the sandbox only. */
export function customerHandlers({ control }: ConsoleContext): Handlers<Ids> {
  const { people, commerce } = control;
  return {
    async listCustomers({ query }) {
      const [{ organizations, next }, pages] = await Promise.all([
        from(people.listOrganizations(query)),
        everyPage((page) => people.listMemberships(page)),
      ]);
      const counts = new Map<string, number>();
      for (const { organization_id, status } of pages.flatMap(({ memberships }) => memberships))
        if (status === "active") counts.set(organization_id, (counts.get(organization_id) ?? 0) + 1);
      return {
        organizations: organizations.map((organization) => ({
          organization,
          members: counts.get(organization.organization_id) ?? 0,
        })),
        next,
      };
    },
    createCustomer: ({ body }) => from(people.createOrganization({ body })),
    async readCustomer({ path: { organization_id } }) {
      const [details, everybody, catalog, bought, all] = await Promise.all([
        ifThere(from(people.readOrganization({ organization_id }))),
        everyPage((page) => people.list(page)),
        everyPage((page) => commerce.listCatalog(page)),
        from(commerce.listSubscriptions({ organization_id, limit: 100 })),
        everyPage((page) => people.listFacts(page)),
      ]);
      if (details === undefined) throw unknown("organization");
      const { organization, members } = details;
      const present = new Set(members.map(({ person }) => person.person_id));
      const ids = new Set(members.map(({ membership }) => membership.membership_id));
      const concerns = (id: string): boolean =>
        id === organization_id || ids.has(id) || id.split("/").includes(organization_id);
      return {
        organization,
        members,
        people: everybody
          .flatMap((page) => page.people)
          .filter(({ person_id, status }) => status === "active" && !present.has(person_id))
          .slice(0, mostPeople),
        catalog: catalog.flatMap(({ products }) => products),
        subscriptions: bought.subscriptions,
        facts: all.flatMap((page) => page.facts).filter(({ id }) => concerns(id)),
      };
    },
    createPerson: ({ body }) => from(people.createPerson({ body })),
    createMembership: ({ body }) => from(people.createMembership({ body })),
    setMemberAccess: ({ body }) => from(people.setMemberAccess({ body })),
    setFact: ({ body }) => from(people.setFact({ body })),
    startCheckout: ({ body }) => from(commerce.startCheckout({ body })),
    completeCheckout: ({ path: { checkout_id }, body }) =>
      from(commerce.completeCheckout({ checkout_id, body })),
  };
}
