import { type Draft, type PlatformCommand, Refusal } from "../draft.js";
import type { MemberAccess, SubscriptionRecord } from "../records/commerce.js";
import { entitlementId, memberAccessId } from "../records/records.js";
import { emitEnvelope } from "./envelope.js";
import type { CommerceRules, StatusRules } from "./lifecycle.js";

/** A member's assignment to a product. */
export interface Assignment {
  readonly membership: string;
  readonly product: string;
  readonly roles?: readonly string[];
  readonly capabilities?: readonly string[];
}

/**
 * Assigns a member to a product, the only way to access (§6.6: neither a purchase, nor a role's name, nor membership is one), or replaces the
 * roles and capabilities. Refuses with `membership-unknown`, `membership-revoked` or `product-access-missing`.
 */
export const assignMember =
  (rules: CommerceRules): PlatformCommand<Assignment, MemberAccess> =>
  (draft, { membership, product, roles = [], capabilities = [] }) => {
    const member = draft.get("membership", membership);
    if (!member)
      throw new Refusal("missing", "membership-unknown", {
        message: `There is no membership "${membership}".`,
      });
    if (member.status !== "active") {
      throw new Refusal("conflict", "membership-revoked", {
        message: `The membership "${membership}" is revoked.`,
      });
    }
    const { organization } = member;
    if (!isProductUsable(draft, organization, product)) {
      throw new Refusal("conflict", "product-access-missing", {
        message: `The organization "${organization}" has no current access to the product "${product}".`,
        clause: "§6.6",
      });
    }
    const id = memberAccessId(membership, product);
    const known = draft.get("memberAccess", id);
    const before = known ?? {
      id,
      membership,
      organization,
      product,
      allowed: false,
      entitlements: [],
      revision: 0,
    };
    return refresh(draft, rules, {
      before: {
        ...before,
        assigned: known?.assigned ?? false,
        roles: known?.roles ?? [],
        capabilities: known?.capabilities ?? [],
      },
      after: { ...before, assigned: true, roles, capabilities },
      correlation: draft.newId("corr"),
    });
  };

/** Ends a member's assignment. Refuses with `assignment-missing`. */
export const unassignMember =
  (rules: CommerceRules): PlatformCommand<Pick<Assignment, "membership" | "product">, MemberAccess> =>
  (draft, { membership, product }) => {
    const before = draft.get("memberAccess", memberAccessId(membership, product));
    if (!before?.assigned) {
      throw new Refusal("missing", "assignment-missing", {
        message: `The membership "${membership}" isn't assigned to the product "${product}".`,
      });
    }
    return refresh(draft, rules, {
      before,
      after: { ...before, assigned: false },
      correlation: draft.newId("corr"),
    });
  };

/** Works out the access of an organization's members anew, after its subscriptions or its memberships changed. */
export function refreshMembers(
  draft: Draft,
  rules: CommerceRules,
  {
    organization,
    product,
    correlation,
  }: { readonly organization: string; readonly product?: string; readonly correlation: string },
): void {
  for (const before of draft.list("memberAccess", {
    organization,
    ...(product !== undefined && { product }),
  })) {
    const stays = before.assigned === true && !hasEnded(draft, rules, before);
    refresh(draft, rules, { before, after: { ...before, assigned: stays }, correlation });
  }
}

function refresh(
  draft: Draft,
  rules: CommerceRules,
  {
    before,
    after,
    correlation,
  }: { readonly before: MemberAccess; readonly after: MemberAccess; readonly correlation: string },
): MemberAccess {
  const allowed =
    after.assigned === true &&
    draft.get("membership", after.membership)?.status === "active" &&
    isProductUsable(draft, after.organization, after.product);
  const entitlement = draft.get("entitlement", entitlementId(after.organization, after.product));
  const entitlements = allowed && entitlement?.status === "active" ? entitlement.features : [];
  const access: MemberAccess = { ...after, allowed, entitlements, revision: before.revision + 1 };
  if (sameEffect(before, access)) {
    if (before.assigned !== access.assigned)
      draft.put("memberAccess", { ...before, assigned: access.assigned });
    return draft.get("memberAccess", before.id) ?? before;
  }
  draft.put("memberAccess", access);
  emitChange(draft, rules, { access, correlation });
  return access;
}

/** Says that the access is stale, and nothing of what it is now (§2.5). The record says which customer and member a snapshot is about. */
function emitChange(
  draft: Draft,
  rules: CommerceRules,
  { access, correlation }: { readonly access: MemberAccess; readonly correlation: string },
): void {
  const { id, membership, organization, product, revision } = access;
  for (const { application, environment } of draft.list("productAccess", { organization, product })) {
    const event = emitEnvelope(draft, rules, {
      type: "oem.access_context.changed.v1",
      application: { id: application, environment },
      tenant: organization,
      resource: membership,
      version: revision,
      correlation,
      data: {
        subject_type: "membership",
        subject_id: membership,
        organization_id: organization,
        open_platform_application_id: application,
        environment,
        product_code: product,
        access_revision: revision,
      },
    });
    draft.put("accessEvent", { id: event, application, memberAccess: id, revision });
  }
}

const isProductUsable = (draft: Draft, organization: string, product: string): boolean =>
  draft.list("productAccess", { organization, product }).some(({ status }) => status !== "ended");

/** Whether no subscription is left that could go on. */
const hasEnded = (draft: Draft, rules: CommerceRules, { organization, product }: MemberAccess): boolean =>
  draft
    .list("subscription", { organization, product })
    .every((each) => ["ended", "none"].includes(accessLevel(rules, each)));

function sameEffect(a: MemberAccess, b: MemberAccess): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((name, index) => name === other[index]);
  return (
    a.allowed === b.allowed &&
    same(a.roles, b.roles) &&
    same(a.capabilities, b.capabilities) &&
    same(a.entitlements, b.entitlements)
  );
}

/** What a subscription lets its organization use. */
type AccessLevel = Exclude<StatusRules["access"], "unchanged">;

const order: readonly AccessLevel[] = ["ended", "none", "held", "trial", "active"];

/** The level of a subscription now. */
export function accessLevel(rules: CommerceRules, { status, details }: SubscriptionRecord): AccessLevel {
  const { access } = rules.lifecycle.statuses[status];
  if (access === "unchanged") return (details.access as AccessLevel | undefined) ?? "none";
  return access;
}

/** The details with the level that a status without its own goes on with. */
export function rememberLevel(
  rules: CommerceRules,
  status: SubscriptionRecord["status"],
  details: SubscriptionRecord["details"],
): SubscriptionRecord["details"] {
  const { access } = rules.lifecycle.statuses[status];
  if (access === "trial" || access === "active") return { ...details, access };
  return details;
}

/** The most that any of several subscriptions gives. */
export function highestLevel(levels: readonly AccessLevel[]): AccessLevel {
  return levels.reduce<AccessLevel>(
    (most, level) => (order.indexOf(level) > order.indexOf(most) ? level : most),
    "ended",
  );
}

/** Whether something may be used at a level. */
export const isUsable = (level: AccessLevel): level is "trial" | "active" =>
  level === "trial" || level === "active";
