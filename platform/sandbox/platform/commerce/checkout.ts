import { type Draft, type PlatformCommand, Refusal, type Timer } from "../draft.js";
import { shifted } from "../duration.js";
import type { CheckoutSession, Operation, SubscriptionRecord } from "../records/commerce.js";
import type { Plan } from "../records/products.js";
import { applyMove, beginOperation, ofPlan, replaceUpgraded, withPrice } from "./apply-move.js";
import { chooseFirstMove } from "./choose-move.js";
import type { CommerceRules, PaymentOutcome } from "./lifecycle.js";
import { existing, requirePlan } from "./records.js";

/** What an organization buys, through an application. */
export interface StartCheckout {
  readonly application: string;
  readonly organization: string;
  readonly product: string;
  readonly plan: string;
  /** Default: the newest version of the plan. */
  readonly planVersion?: number;
  /** The free subscription that a paid one replaces (§2.4). */
  readonly upgradeFrom?: string;
}

/** A started checkout, and the operation by which its outcome is read. */
export interface StartedCheckout {
  readonly session: CheckoutSession;
  readonly operation: Operation;
}

/** How the customer's payment at a checkout ends. A free plan needs none. */
export interface CompleteCheckout {
  readonly session: string;
  /** Default: `succeeds`. */
  readonly payment?: Exclude<PaymentOutcome, "free">;
}

/** A timer's name: a checkout that nobody completed. */
export const checkoutExpiry = "checkout_expiry";

/**
 * Starts a checkout. Refuses with `application-unknown`, `application-revoked`, `product-not-bound`, `organization-unknown`, `product-unknown`,
 * `plan-unknown`, `subscription-unknown` or `upgrade-not-possible`.
 */
export const startCheckout =
  (rules: CommerceRules): PlatformCommand<StartCheckout, StartedCheckout> =>
  (draft, { application, organization, product, plan: code, planVersion, upgradeFrom }) => {
    const by = existing(draft, "application", application);
    if (by.status !== "active")
      throw new Refusal("conflict", "application-revoked", {
        message: `The application "${application}" is revoked.`,
      });
    if (by.product !== undefined && by.product !== product) {
      throw new Refusal("conflict", "product-not-bound", {
        message: `The application "${application}" is bound to the product "${by.product}", not to "${product}".`,
      });
    }
    existing(draft, "organization", organization);
    const plan = requirePlan(draft, product, { plan: code, version: planVersion });
    if (upgradeFrom !== undefined)
      checkUpgrade(draft, rules, { upgradeFrom, plan, application, organization, product });
    const operation = beginOperation(draft, {
      kind: "checkout",
      application,
      organization,
      nextStep: rules.lifecycle.checkout.nextStep,
    });
    const session: CheckoutSession = {
      id: draft.newId("cs"),
      operation: operation.id,
      application,
      organization,
      product,
      plan: plan.code,
      planVersion: plan.version,
      ...(upgradeFrom !== undefined && { upgradeFrom }),
      status: "open",
      expiresAt: shifted(draft.now, rules.lifecycle.checkout.lifetime),
    };
    draft.put("checkoutSession", session);
    draft.schedule({ name: checkoutExpiry, kind: "checkoutSession", id: session.id, at: session.expiresAt });
    return { session, operation };
  };

/** Completes a checkout, which begins a subscription, also if its payment fails. Refuses with `checkout-unknown` or `checkout-closed`. */
export const completeCheckout =
  (rules: CommerceRules): PlatformCommand<CompleteCheckout, SubscriptionRecord> =>
  (draft, { session: id, payment = "succeeds" }) => {
    const session = existing(draft, "checkoutSession", id);
    if (session.status !== "open") {
      throw new Refusal("conflict", "checkout-closed", {
        message: `The checkout "${id}" is ${session.status}.`,
      });
    }
    const plan = requirePlan(draft, session.product, { plan: session.plan, version: session.planVersion });
    const move = chooseFirstMove(rules, { plan, payment });
    draft.put("checkoutSession", { ...session, status: "completed" });
    draft.cancel("checkoutSession", id);
    const correlation = draft.newId("corr");
    const subscription = applyMove(draft, rules, {
      subscription: emptySubscription(draft, session, plan),
      move,
      operation: existing(draft, "operation", session.operation),
      correlation,
    });
    replaceUpgraded(draft, rules, { subscription, correlation });
    return subscription;
  };

/** A checkout that nobody completed ends, and its operation has failed. */
export const expireCheckout: PlatformCommand<Timer, void> = (draft, { id }) => {
  const session = draft.get("checkoutSession", id);
  if (session?.status !== "open") return;
  draft.put("checkoutSession", { ...session, status: "expired" });
  const { nextStep: _none, ...operation } = existing(draft, "operation", session.operation);
  draft.put("operation", { ...operation, status: "failed", updatedAt: draft.now });
};

/** What a subscription has before its first version. */
function emptySubscription(draft: Draft, session: CheckoutSession, plan: Plan): SubscriptionRecord {
  const { organization, product, application, upgradeFrom } = session;
  const { environment } = existing(draft, "application", application);
  const access = draft.list("productAccess", { organization, product, application })[0];
  const party = draft.list("subscription", { organization })[0]?.party ?? draft.newId("party");
  const details = {
    product_tenant_id: access?.productTenant ?? draft.newId("tenant"),
    ...(plan.billing === "paid" && { order_id: draft.newId("order") }),
    ...(upgradeFrom !== undefined && { upgrade_from_subscription_id: upgradeFrom }),
  };
  return {
    id: draft.newId("sub"),
    application,
    environment,
    organization,
    party,
    product,
    ...ofPlan(plan),
    status: "pending_payment",
    version: 0,
    operation: session.operation,
    reason: "",
    payment: "succeeds",
    periodStart: draft.now,
    periodEnd: draft.now,
    statusSince: draft.now,
    createdAt: draft.now,
    updatedAt: draft.now,
    details: withPrice(details, plan),
  };
}

function checkUpgrade(
  draft: Draft,
  rules: CommerceRules,
  to: {
    readonly upgradeFrom: string;
    readonly plan: Plan;
    readonly application: string;
    readonly organization: string;
    readonly product: string;
  },
): void {
  const from = existing(draft, "subscription", to.upgradeFrom);
  const same =
    from.application === to.application &&
    from.organization === to.organization &&
    from.product === to.product;
  const ended = rules.lifecycle.statuses[from.status].ended;
  if (same && !ended && from.billing === "free" && to.plan.billing === "paid") return;
  throw new Refusal("conflict", "upgrade-not-possible", {
    message:
      "A paid plan can only replace a free subscription of the same organization, application and product that hasn't ended.",
    clause: "§2.4",
  });
}
