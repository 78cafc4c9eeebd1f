import type { Subscription } from "../records/commerce.js";
import type { StatusRules } from "./lifecycle.js";
import type { CommerceRules } from "./rules.js";

/** What a subscription lets its organization use. */
export type AccessLevel = Exclude<StatusRules["access"], "unchanged">;

const order: readonly AccessLevel[] = ["ended", "none", "held", "trial", "active"];

/** The level of a subscription now. */
export function levelOf(rules: CommerceRules, { status, details }: Subscription): AccessLevel {
  const { access } = rules.lifecycle.statuses[status];
  return access === "unchanged" ? ((details.access as AccessLevel | undefined) ?? "none") : access;
}

/** The details with the level that a status without its own goes on with. */
export function rememberLevel(
  rules: CommerceRules,
  status: Subscription["status"],
  details: Subscription["details"],
): Subscription["details"] {
  const { access } = rules.lifecycle.statuses[status];
  return access === "trial" || access === "active" ? { ...details, access } : details;
}

/** The most that any of several subscriptions gives. */
export function mostOf(levels: readonly AccessLevel[]): AccessLevel {
  return levels.reduce<AccessLevel>(
    (most, level) => (order.indexOf(level) > order.indexOf(most) ? level : most),
    "ended",
  );
}

/** Whether something may be used at a level. */
export const isUsable = (level: AccessLevel): level is "trial" | "active" =>
  level === "trial" || level === "active";
