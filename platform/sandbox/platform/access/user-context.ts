import { createHash } from "node:crypto";
import { type PlatformCommand, Refusal, type View } from "../draft.js";
import type { Membership, Organization } from "../records/records.js";
import { found } from "./found.js";

/** What a client reads after sign-in (§2.1). */
export interface UserContext {
  /** The person, as one application sees them. */
  readonly open_id: string;
  /** The person, as all applications of one owner see them. */
  readonly union_id: string;
  /** The customer space. `membership_id` is the subject of the person's access events (§2.5). */
  readonly space: { readonly organization_id: string; readonly membership_id: string };
}

/** The id of a person for an application: stable, and different for each application. */
export const openId = (person: string, application: string): string =>
  `ou_${digest("open", person, application)}`;

/** The id of a person for all applications of an owner, in the sandbox the organization to which they belong. */
export const unionId = (person: string, owner: string): string => `on_${digest("union", person, owner)}`;

/**
 * The context of a member who uses an application. Throws a `Refusal`: `unknown-…`, `membership-revoked` if the membership or its organization
 * isn't active, which never leads to another space (§5.6).
 */
export function userContext(
  view: View,
  {
    application: id,
    membership: membershipId,
  }: { readonly application: string; readonly membership: string },
): UserContext {
  const application = found(view, "application", id);
  const membership = found(view, "membership", membershipId);
  if (!isOpen(view, membership))
    throw new Refusal("conflict", "membership-revoked", {
      message: `The membership "${membershipId}" or its organization is revoked.`,
      clause: "§5.6",
    });
  const { person, organization } = membership;
  return {
    open_id: openId(person, id),
    union_id: unionId(person, application.organization),
    space: { organization_id: organization, membership_id: membershipId },
  };
}

/** The spaces that a person can use: active memberships in active organizations. */
export function listSpaces(
  view: View,
  person: string,
): readonly { membership: Membership; organization: Organization }[] {
  return view
    .list("membership", { person, status: "active" })
    .filter((membership) => isOpen(view, membership))
    .map((membership) => ({
      membership,
      organization: found(view, "organization", membership.organization),
    }));
}

/** Gives a person who has no space a personal one (§2.1). Safe to repeat; returns the person's first space. */
export const ensurePersonalSpace: PlatformCommand<{ readonly person: string }, Membership> = (
  draft,
  { person: id },
) => {
  const person = found(draft, "person", id);
  const [space] = listSpaces(draft, id);
  if (space !== undefined) return space.membership;
  const organization: Organization = {
    id: draft.newId("org"),
    name: { en: `${person.name} (personal)`, zh: `${person.name}（个人空间）` },
    kind: "personal",
    status: "active",
  };
  const membership: Membership = {
    id: draft.newId("mem"),
    organization: organization.id,
    person: id,
    status: "active",
  };
  draft.put("organization", organization);
  draft.put("membership", membership);
  return membership;
};

function isOpen(view: View, { organization, status }: Membership): boolean {
  return status === "active" && view.get("organization", organization)?.status === "active";
}

function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
}
