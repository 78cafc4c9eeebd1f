import { spacesOf, type UserContext, userContext } from "../../platform/access/index.js";
import type { IssuerContext } from "./issuer-context.js";

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
  const keyOf = (id: string) => ({ environment, kind: "Space", id });
  return {
    async choose(grant, membership) {
      const expiresAt = clock.now() + settings.lifetimes.grant * 1000;
      await rows.upsert({ ...keyOf(grant), body: { membership }, grant, expiresAt });
      await rows.trim({ environment, kind: "Space" }, { now: clock.now(), most: settings.limits.rows });
    },
    async find(grant, clientId) {
      const row = grant === undefined ? undefined : await rows.find(keyOf(grant));
      const id = row?.body.membership;
      const client = world.view.get("client", clientId);
      if (typeof id !== "string" || client === undefined) return undefined;
      const membership = world.view.get("membership", id);
      if (membership === undefined) return undefined;
      const isOpen = spacesOf(world.view, membership.person).some((space) => space.membership.id === id);
      return isOpen
        ? userContext(world.view, { application: client.application, membership: id })
        : undefined;
    },
  };
}
