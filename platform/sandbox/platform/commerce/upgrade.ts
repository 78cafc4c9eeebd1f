import type { Draft } from "../draft.js";
import type { Subscription } from "../records/commerce.js";
import { isUsable, levelOf } from "./access-level.js";
import { applyMove } from "./apply-move.js";
import { findMove } from "./choose-move.js";
import { beginOperation } from "./operations.js";
import type { CommerceRules } from "./rules.js";

/** Ends the free subscription that a paid one replaces, as soon as that may be used. Each has its own versions (§2.4). */
export function replaceUpgraded(
  draft: Draft,
  rules: CommerceRules,
  { subscription, correlation }: { readonly subscription: Subscription; readonly correlation: string },
): void {
  const id = subscription.details.upgrade_from_subscription_id;
  const replaced = typeof id === "string" ? draft.get("subscription", id) : undefined;
  if (!replaced || !isUsable(levelOf(rules, subscription))) return;
  const move = findMove(rules, draft, { subscription: replaced, trigger: "upgraded" });
  if (!move) return;
  const { application, organization } = replaced;
  const operation = beginOperation(draft, {
    kind: "lifecycle",
    application,
    organization,
    subscription: replaced.id,
  });
  applyMove(draft, rules, { subscription: replaced, move, operation, correlation });
}
