import type { AccessToken, Account, ClientCredentials, FindAccount } from "oidc-provider";
import { listSpaces, type UserContext, userContext } from "../../platform/access/index.js";
import type { Person } from "../../platform/records/records.js";
import type { IssuerContext } from "./issuer-context.js";

/** What access tokens carry beside the claims of RFC 9068. */
export interface OwnClaims {
  /** When the token was issued, in milliseconds of the sandbox's time; `iat` and `exp` are real. */
  readonly sandbox_time: number;
  /** `tokenVersion` of the client; a token of another version is over. */
  readonly client_version: number;
  /** What a user's token was issued by; it ends with that. */
  readonly grant?: string;
  /** The chosen space, of a user's token. */
  readonly space?: { readonly organization_id: string; readonly membership_id: string };
}

/** The claims of a new token. */
export async function tokenClaims(
  { clock, world }: IssuerContext,
  { spaces, token }: { readonly spaces: ChosenSpaces; readonly token: AccessToken | ClientCredentials },
): Promise<Record<string, unknown> & OwnClaims> {
  const client = token.clientId ?? "";
  const grant = token.kind === "AccessToken" ? token.grantId : undefined;
  const context = grant === undefined ? undefined : await spaces.find(grant, client);
  return {
    sandbox_time: clock.now(),
    client_version: world.view.get("client", client)?.tokenVersion ?? 0,
    ...(grant !== undefined && { grant }),
    ...(context !== undefined && { space: context.space }),
  };
}

/** What an application is told about a person: `open_id`, `union_id` and the space with `openid`, the rest with scopes of its own (§2.1). */
export const claimsByScope = {
  openid: ["sub", "open_id", "union_id", "space"],
  profile: ["name"],
  email: ["email"],
};

/** The claims of a person in a space. */
export function personClaims(person: Person, context: UserContext | undefined) {
  return { sub: person.id, name: person.name, email: person.email, ...context };
}

/** Finds an active person, and with a token the space that was chosen for it; without an open space there is no account. */
export function createFindAccount({ world, firstParty }: IssuerContext, spaces: ChosenSpaces): FindAccount {
  return async (_ctx, id, token): Promise<Account | undefined> => {
    const person = world.view.get("person", id);
    if (person?.status !== "active") return undefined;
    if (token === undefined || token.clientId === firstParty.clientId)
      return { accountId: id, claims: async () => personClaims(person, undefined) };
    const context = await spaces.find(token.grantId, token.clientId ?? "");
    return context && { accountId: id, claims: async () => personClaims(person, context) };
  };
}

/** The customer space that a person chose with a grant, so that it is never switched silently (§5.6). */
export interface ChosenSpaces {
  readonly choose: (grant: string, membership: string) => Promise<void>;
  /** The context of that space; `undefined` if none was chosen, or if it is no longer open to the person. */
  readonly find: (grant: string | undefined, client: string) => Promise<UserContext | undefined>;
}

/** Keeps the choices in the issuer's rows. */
export function createChosenSpaces({
  environment,
  rows,
  clock,
  world,
  settings,
}: IssuerContext): ChosenSpaces {
  const spaceKey = (id: string) => ({ environment, kind: "Space", id });
  return {
    async choose(grant, membership) {
      const expiresAt = clock.now() + settings.lifetimes.grant * 1000;
      await rows.upsert({ ...spaceKey(grant), body: { membership }, grant, expiresAt });
      await rows.trim({ environment, kind: "Space" }, { now: clock.now(), most: settings.limits.rows });
    },
    async find(grant, clientId) {
      const row = grant === undefined ? undefined : await rows.find(spaceKey(grant));
      const id = row?.body.membership;
      const client = world.view.get("client", clientId);
      if (typeof id !== "string" || client === undefined) return undefined;
      const membership = world.view.get("membership", id);
      if (membership === undefined) return undefined;
      const isOpen = listSpaces(world.view, membership.person).some((space) => space.membership.id === id);
      if (isOpen) return userContext(world.view, { application: client.application, membership: id });
      return undefined;
    },
  };
}
