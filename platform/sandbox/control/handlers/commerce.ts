import { found } from "../../platform/access/found.js";
import { type Commerce, type OperatorTrigger, operatorTriggers } from "../../platform/commerce/index.js";
import type { Move } from "../../platform/commerce/lifecycle.js";
import { type PlatformCommand, Refusal, type View } from "../../platform/draft.js";
import type {
  CheckoutSession,
  MemberAccess,
  Operation,
  SubscriptionRecord,
} from "../../platform/records/commerce.js";
import type { ProductRecord } from "../../platform/records/products.js";
import { memberAccessId } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import { pageLimit, recordsPage, takePage } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { readTime } from "../read-time.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";

type Ids =
  | "setMemberAccess"
  | "listCatalog"
  | "listCheckouts"
  | "startCheckout"
  | "completeCheckout"
  | "listSubscriptions"
  | "readSubscription"
  | "listSubscriptionEvents"
  | "moveSubscription";

/** The operations of what is bought. */
export function commerceHandlers(parts: Pick<SandboxParts, "world" | "commerce" | "emitted">): Handlers<Ids> {
  const { world, commerce, emitted } = parts;
  const { view } = world;
  const shown = (id: string) => shownSubscription(parts, found(view, "subscription", id));
  return {
    async setMemberAccess({ body: { membership_id: membership, product_code: product, assigned, ...rest } }) {
      if (assigned) await world.run(commerce.assignMember, { membership, product, ...rest });
      else await world.run(commerce.unassignMember, { membership, product });
      return shownMemberAccess(found(view, "memberAccess", memberAccessId(membership, product)));
    },
    listCatalog({ query }) {
      const { entries, next } = recordsPage(view, "catalogProduct", query);
      return { products: entries.map(shownCatalogProduct), next };
    },
    listCheckouts({ query }) {
      const { entries, next } = recordsPage(view, "checkoutSession", query);
      return { checkouts: entries.map((each) => shownCheckout(view, each)), next };
    },
    async startCheckout({ body }) {
      const { application_id: application, organization_id: organization, upgrade_from: upgradeFrom } = body;
      const { product_code: product, plan_code: plan } = body;
      const upgrade = upgradeFrom !== undefined && { upgradeFrom };
      const asked = { application, organization, product, plan, ...upgrade };
      return shownCheckout(view, (await world.run(commerce.startCheckout, asked)).session);
    },
    async completeCheckout({ path: { checkout_id: session }, body: { payment } }) {
      await world.run(commerce.completeCheckout, { session, ...(payment !== undefined && { payment }) });
      return shownCheckout(view, found(view, "checkoutSession", session));
    },
    listSubscriptions({ query }) {
      const { application_id: application, organization_id: organization } = query;
      const where = {
        ...(application !== undefined && { application }),
        ...(organization !== undefined && { organization }),
      };
      const { entries, next } = takePage(view.list("subscription", where), query, ({ id }) => id);
      return { subscriptions: entries.map((each) => shownSubscription(parts, each)), next };
    },
    readSubscription: ({ path }) => shown(path.subscription_id),
    listSubscriptionEvents({ path: { subscription_id: id }, query }) {
      found(view, "subscription", id);
      return { events: [...emitted.of(id, pageLimit(query))] };
    },
    async moveSubscription({ path: { subscription_id: subscription }, body }) {
      await world.run(moveSubscription(commerce), { subscription, ...body });
      return shown(subscription);
    },
  };
}

/** What is done with a subscription: a customer's change, or an operator's. */
type RequestedMove = Schemas["SubscriptionMove"] & { readonly subscription: string };

const times = { now: "now", at_period_end: "period_end" } as const;

/** Does a move, and sets what the next payments do before it. Refuses as commerce does, and with `move-unknown` or `plan-missing`. */
const moveSubscription =
  (commerce: Commerce): PlatformCommand<RequestedMove, void> =>
  (draft, { subscription, move, plan_code, dates, payment }) => {
    if (payment !== undefined) commerce.setPayment(draft, { subscription, payment });
    if (move === undefined) return;
    const [, change, time] = /^(cancel|change_plan)_(now|at_period_end)$/.exec(move) ?? [];
    if (change === "cancel")
      commerce.cancelSubscription(draft, { subscription, when: times[time as keyof typeof times] });
    else if (change === "change_plan") {
      if (plan_code === undefined)
        throw new Refusal("invalid", "plan-missing", { message: "a change of plan needs `plan_code`" });
      commerce.changePlan(draft, { subscription, plan: plan_code, when: times[time as keyof typeof times] });
    } else if (isOperatorTrigger(move))
      commerce.operate(draft, { subscription, trigger: move, dates: readTimes(dates) });
    else
      throw new Refusal("invalid", "move-unknown", {
        message: `there is no move ${move}; \`moves\` of the subscription lists those that are possible now`,
      });
  };

function isOperatorTrigger(name: string): name is OperatorTrigger {
  return (operatorTriggers as readonly string[]).includes(name);
}

function readTimes(dates: Readonly<Record<string, string>> = {}): Readonly<Record<string, number>> {
  const read = Object.entries(dates).map(([name, text]) => {
    const time = readTime(text);
    if (time !== undefined) return [name, time] as const;
    throw new Refusal("invalid", "time-invalid", { message: `${name} must be a time with its zone` });
  });
  return Object.fromEntries(read);
}

/** A checkout with its operation, as the control shows it. */
function shownCheckout(view: View, session: CheckoutSession): Schemas["Checkout"] {
  const { id, operation, application, organization, product, plan, status, expiresAt } = session;
  return {
    checkout_id: id,
    operation_id: operation,
    application_id: application,
    organization_id: organization,
    product_code: product,
    plan_code: plan,
    status,
    expires_at: isoTime(expiresAt),
    operation: shownOperation(found(view, "operation", operation)),
  };
}

function shownOperation({
  id,
  kind,
  status,
  nextStep,
  subscription,
  payment,
}: Operation): Schemas["Operation"] {
  return {
    operation_id: id,
    kind,
    status,
    next_step: nextStep ?? null,
    subscription_id: subscription ?? null,
    payment: payment ?? null,
  };
}

/** A subscription with what happens next and what can be done, as the control shows it. */
function shownSubscription(
  { world, commerce }: Pick<SandboxParts, "world" | "commerce">,
  subscription: SubscriptionRecord,
): Schemas["Subscription"] {
  const { id, application, environment, organization, product, plan, planVersion, status } = subscription;
  const { billing, version, reason, periodStart, periodEnd, statusSince, updatedAt, details, payment } =
    subscription;
  const timers = world.recordTimers("subscription", id);
  return {
    subscription_id: id,
    application_id: application,
    environment,
    organization_id: organization,
    product_code: product,
    plan_code: plan,
    plan_version: planVersion,
    status,
    billing,
    version,
    reason,
    payment,
    period_start: isoTime(periodStart),
    period_end: isoTime(periodEnd),
    status_since: isoTime(statusSince),
    updated_at: isoTime(updatedAt),
    details: { ...details },
    timers: timers.map(({ name, at }) => ({ name, at: isoTime(at) })),
    moves: [...commerce.possibleTriggers(world.view, subscription)],
    organization_time: isoOrNull(world.view.get("organizationClock", organization)?.time),
  };
}

/** A product with its plans, as the control shows it. */
function shownCatalogProduct({ code, name, plans }: ProductRecord): Schemas["CatalogProduct"] {
  return {
    product_code: code,
    name,
    plans: plans.map((plan) => ({
      plan_code: plan.code,
      plan_version: plan.version,
      name: plan.name,
      billing: plan.billing,
      period: plan.period,
      trial_days: plan.trialDays,
    })),
  };
}

/** What a member may use of a product, as the control shows it. */
export function shownMemberAccess(access: MemberAccess): Schemas["MemberAccess"] {
  const { membership, organization, product, allowed, roles, entitlements, capabilities, revision } = access;
  return {
    membership_id: membership,
    organization_id: organization,
    product_code: product,
    allowed,
    revision,
    roles: [...roles],
    entitlements: [...entitlements],
    capabilities: [...capabilities],
  };
}

type Shown = Schemas["LifecycleMove"];

/** The operations of the machine that subscriptions live by. */
export function lifecycleHandlers({ commerce }: Pick<SandboxParts, "commerce">): Handlers<"readLifecycle"> {
  const { statuses, moves, timers } = commerce.rules.lifecycle;
  const moveTrigger = ({ on }: Move): Shown["trigger"] => {
    if (on === "checkout") return "checkout";
    if (on in timers) return "timer";
    if (on === "payment_succeeds" || on === "payment_fails") return "payment";
    return "command";
  };
  const shown = {
    statuses: Object.entries(statuses).map(([status, { access, ended }]) => ({ status, access, ended })),
    moves: moves.map((move) => ({
      move: move.on,
      trigger: moveTrigger(move),
      from: [...move.from],
      to: moveTargets(move),
      event_types: distinct(move.steps.map(({ event }) => event)),
      reasons: distinct(move.steps.map(({ reason }) => reason)),
    })),
  };
  return { readLifecycle: () => shown };
}

/** Where a move ends: where its last step with a status leads. */
function moveTargets({ steps }: Move): string[] {
  const last = steps.filter(({ to }) => to !== "unchanged").at(-1);
  return [last?.to ?? "unchanged"];
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}
