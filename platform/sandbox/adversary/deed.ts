import { type Commerce, type OperatorTrigger, operatorTriggers } from "../platform/commerce/index.js";
import type { Draft, PlatformCommand } from "../platform/draft.js";
import type { SubscriptionRecord } from "../platform/records/commerce.js";
import type { Plan } from "../platform/records/products.js";

/** A number from 0 to below 1 for what it is asked for; the same each time. */
export type Dice = (what: string) => number;

/** What a random deed chooses from. */
export interface DeedChoices {
  readonly application: string;
  /** Codes of the products that the application may sell. */
  readonly products: readonly string[];
  readonly organizations: readonly string[];
  /** Those that a deed may concern. */
  readonly subscriptions: readonly string[];
  readonly dice: Dice;
}

/** What was done, without ids, and the subscription that it concerned. */
interface Deed {
  readonly text: string;
  readonly subscription: string;
}

/** Subscriptions up to which buying another one is preferred to changing one. */
const lively = 12;

/** Buys a subscription or does something that is possible with one. Refuses as the commands of commerce do; `undefined`: nothing can be done. */
export const randomDeed =
  (commerce: Commerce): PlatformCommand<DeedChoices, Deed | undefined> =>
  (draft, choices) => {
    const { subscriptions, dice } = choices;
    const id = pick(subscriptions, dice("subscription"));
    const wantsOne = dice("buy") < (subscriptions.length < lively ? 0.5 : 0.1);
    const subscription = id === undefined || wantsOne ? undefined : draft.get("subscription", id);
    if (subscription === undefined) return bought(draft, commerce, choices);
    return changed(draft, commerce, { subscription, dice });
  };

const outcomes = ["succeeds", "succeeds", "succeeds", "fails", "requires_action", "pending"] as const;

function bought(draft: Draft, commerce: Commerce, choices: DeedChoices): Deed | undefined {
  const { application, products, organizations, dice } = choices;
  const organization = pick(organizations, dice("organization"));
  const product = pick(products, dice("product"));
  const plan = pick(planCodes(draft, product), dice("plan"));
  const payment = pick(outcomes, dice("payment"));
  if (organization === undefined || product === undefined || plan === undefined || payment === undefined)
    return undefined;
  const asked = { application, organization, product, plan };
  const { session } = commerce.startCheckout(draft, asked);
  const { id } = commerce.completeCheckout(draft, { session: session.id, payment });
  return { text: `buy ${product} ${plan} ${payment}`, subscription: id };
}

function changed(
  draft: Draft,
  commerce: Commerce,
  { subscription, dice }: { readonly subscription: SubscriptionRecord; readonly dice: Dice },
): Deed | undefined {
  const { id, product, plan } = subscription;
  const possible = commerce.possibleTriggers(draft, subscription).filter(isAsked);
  const trigger = pick(possible, dice("trigger"));
  if (trigger === undefined) return undefined;
  const payment = dice("fails") < 0.3 ? "fails" : "succeeds";
  commerce.setPayment(draft, { subscription: id, payment });
  if (isOperators(trigger)) commerce.operate(draft, { subscription: id, trigger });
  else {
    const when = trigger.endsWith("now") ? "now" : "period_end";
    if (trigger.startsWith("cancel")) commerce.cancelSubscription(draft, { subscription: id, when });
    else {
      const others = planCodes(draft, product).filter((code) => code !== plan);
      const other = pick(others, dice("plan"));
      if (other === undefined) return undefined;
      commerce.changePlan(draft, { subscription: id, plan: other, when });
    }
  }
  return { text: `${trigger} ${payment}`, subscription: id };
}

/** The rest follows from something else. */
function isAsked(trigger: string): boolean {
  return /^(?:cancel|change_plan)_/.test(trigger) || isOperators(trigger);
}

function isOperators(trigger: string): trigger is OperatorTrigger {
  return (operatorTriggers as readonly string[]).includes(trigger);
}

function planCodes(draft: Draft, product: string | undefined): readonly Plan["code"][] {
  const plans = product === undefined ? [] : (draft.get("catalogProduct", product)?.plans ?? []);
  return [...new Set(plans.map(({ code }) => code))].sort();
}

function pick<Item>(items: readonly Item[], fraction: number): Item | undefined {
  return items[Math.floor(fraction * items.length)];
}
