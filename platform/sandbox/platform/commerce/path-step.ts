import { type PlatformCommand, Refusal, type Timer, type View } from "../draft.js";
import type { ChangeTime } from "../records/commerce.js";
import { memberAccessId } from "../records/records.js";
import type { Commerce } from "./commerce.js";
import { subscriptionTimers } from "./dates.js";
import type { OperatorTrigger, PaymentOutcome } from "./lifecycle.js";
import { existing } from "./records.js";

/** What a path is about. A purchase adds the subscription. */
export interface PathSubject {
  readonly application: string;
  readonly organization: string;
  readonly subscription?: string | undefined;
  /** The only plan that a purchase may choose. Default: any. */
  readonly plan?: string | undefined;
}

/** One step of a path: a command, a fact, or time. */
export type PathStep =
  | {
      readonly kind: "buy";
      readonly product: string;
      readonly plan: string;
      readonly planVersion: number;
      readonly payment: Exclude<PaymentOutcome, "free">;
    }
  | { readonly kind: "cancel"; readonly when: ChangeTime }
  | {
      readonly kind: "change-plan";
      readonly plan: string;
      readonly planVersion: number;
      readonly when: ChangeTime;
    }
  | { readonly kind: "operate"; readonly trigger: OperatorTrigger }
  /** How the next payments end. */
  | { readonly kind: "payment"; readonly payment: "succeeds" | "fails" }
  | { readonly kind: "assign" | "unassign"; readonly membership: string }
  /** To the time of one of the subscription's timers; others may come before it. */
  | { readonly kind: "advance"; readonly timer: string };

/** A step of a path that isn't time, as a command. Refuses like the command that it stands for. */
export const stepCommand =
  (
    commerce: Commerce,
    step: Exclude<PathStep, { readonly kind: "advance" }>,
  ): PlatformCommand<PathSubject, PathSubject> =>
  (draft, subject) => {
    if (step.kind === "buy") {
      const { application, organization } = subject;
      const { product, plan, planVersion, payment } = step;
      const { session } = commerce.startCheckout(draft, {
        application,
        organization,
        product,
        plan,
        planVersion,
      });
      const { id } = commerce.completeCheckout(draft, { session: session.id, payment });
      return { ...subject, subscription: id };
    }
    const subscription = requireSubscription(subject);
    switch (step.kind) {
      case "cancel":
        commerce.cancelSubscription(draft, { subscription, when: step.when });
        break;
      case "change-plan":
        commerce.changePlan(draft, {
          subscription,
          plan: step.plan,
          planVersion: step.planVersion,
          when: step.when,
        });
        break;
      case "operate":
        commerce.operate(draft, { subscription, trigger: step.trigger });
        break;
      case "payment":
        commerce.setPayment(draft, { subscription, payment: step.payment });
        break;
      case "assign":
      case "unassign": {
        const { membership } = step;
        const { product } = existing(draft, "subscription", subscription);
        const { roles, capabilities } = draft.get("memberAccess", memberAccessId(membership, product)) ?? {};
        if (step.kind === "unassign") commerce.unassignMember(draft, { membership, product });
        else
          commerce.assignMember(draft, {
            membership,
            product,
            ...(roles && { roles }),
            ...(capabilities && { capabilities }),
          });
        break;
      }
    }
    return subject;
  };

/** The timers of a path's subscription, earliest first. A step `advance` goes to the time of the one that it names. */
export function pathTimers(commerce: Commerce, view: View, subject: PathSubject): readonly Timer[] {
  return subscriptionTimers(commerce.rules, existing(view, "subscription", requireSubscription(subject)), 0);
}

function requireSubscription({ subscription }: PathSubject): string {
  if (subscription !== undefined) return subscription;
  throw new Refusal("conflict", "subscription-missing", {
    message: "This step needs a subscription, so `buy` comes before it.",
  });
}
