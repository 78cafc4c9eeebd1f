import type { Handlers } from "../api/operation.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { everyPage, orUndefined, unwrap } from "../create-control.js";

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
        unwrap(people.listOrganizations(query)),
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
    createCustomer: ({ body }) => unwrap(people.createOrganization({ body })),
    async readCustomer({ path: { organization_id } }) {
      const [details, everybody, catalog, bought, all] = await Promise.all([
        orUndefined(unwrap(people.readOrganization({ organization_id }))),
        everyPage((page) => people.list(page)),
        everyPage((page) => commerce.listCatalog(page)),
        unwrap(commerce.listSubscriptions({ organization_id, limit: 100 })),
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
    createPerson: ({ body }) => unwrap(people.createPerson({ body })),
    createMembership: ({ body }) => unwrap(people.createMembership({ body })),
    setMemberAccess: ({ body }) => unwrap(people.setMemberAccess({ body })),
    setFact: ({ body }) => unwrap(people.setFact({ body })),
    startCheckout: ({ body }) => unwrap(commerce.startCheckout({ body })),
    completeCheckout: ({ path: { checkout_id }, body }) =>
      unwrap(commerce.completeCheckout({ checkout_id, body })),
  };
}

/** The operations of the sandbox's time. */
export function clockHandlers({
  control: { clock },
}: ConsoleContext): Handlers<
  "readClock" | "advanceClock" | "freezeClock" | "resumeClock" | "advanceOrganizationClock"
> {
  // An advance takes as long as it takes.
  const patient = { timeoutMs: Number.POSITIVE_INFINITY };
  return {
    readClock: () => unwrap(clock.read()),
    advanceClock: ({ body }) => unwrap(clock.advance({ body }, patient)),
    advanceOrganizationClock: ({ path: { organization_id }, body }) =>
      unwrap(clock.advanceOrganization({ organization_id, body }, patient)),
    freezeClock: () => unwrap(clock.freeze()),
    resumeClock: () => unwrap(clock.resume()),
  };
}
