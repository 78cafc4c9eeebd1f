import type { Account, FindAccount } from "oidc-provider";
import type { UserContext } from "../../platform/access/index.js";
import type { Person } from "../../platform/records/people.js";
import type { IssuerContext } from "./issuer-context.js";
import type { ChosenSpaces } from "./spaces.js";

/** What an application is told about a person: `open_id`, `union_id` and the space with `openid`, the rest with scopes of its own (§2.1). */
export const claimsByScope = {
  openid: ["sub", "open_id", "union_id", "space"],
  profile: ["name"],
  email: ["email"],
};

/** The claims of a person in a space. */
export function claimsOf(person: Person, context: UserContext | undefined) {
  return { sub: person.id, name: person.name, email: person.email, ...context };
}

/** Finds an active person, and with a token the space that was chosen for it; without an open space there is no account. */
export function createFindAccount({ world, firstParty }: IssuerContext, spaces: ChosenSpaces): FindAccount {
  return async (_ctx, id, token): Promise<Account | undefined> => {
    const person = world.view.get("person", id);
    if (person?.status !== "active") return undefined;
    if (token === undefined || token.clientId === firstParty.clientId)
      return { accountId: id, claims: async () => claimsOf(person, undefined) };
    const context = await spaces.find(token.grantId, token.clientId ?? "");
    return context && { accountId: id, claims: async () => claimsOf(person, context) };
  };
}
