import type { ChangeTime } from "../commerce-port.js";
import { memberOf, type RequestContent } from "../request/request-content.js";
import type { Action } from "./action.js";
import { operationBody } from "./operation-body.js";
import { subscriptionTarget } from "./subscription-target.js";

interface ChangePlanBody {
  readonly plan_code: string;
  readonly plan_version?: number;
  readonly at_period_end?: boolean;
}

/** `POST /open-platform/v1/subscriptions/{id}:cancel`. */
export const cancelSubscription: Action = {
  id: "cancelSubscription",
  identities: ["application", "user"],
  target: subscriptionTarget,
  trigger: (content) => `cancel_${timeName(content)}`,
  work: {
    kind: "command",
    run: (draft, { commerce, subscription = "", body }) => {
      const when = timeOf((body as { readonly at_period_end?: boolean } | undefined)?.at_period_end);
      const { operation } = commerce.cancelSubscription(draft, { subscription, when });
      return { status: 202, body: operationBody(operation) };
    },
  },
};

/** `POST /open-platform/v1/subscriptions/{id}:change-plan`. */
export const changeSubscriptionPlan: Action = {
  id: "changeSubscriptionPlan",
  identities: ["application", "user"],
  target: subscriptionTarget,
  trigger: (content) => `change_plan_${timeName(content)}`,
  work: {
    kind: "command",
    run: (draft, { commerce, subscription = "", body }) => {
      const { plan_code, plan_version, at_period_end } = body as ChangePlanBody;
      const { operation } = commerce.changePlan(draft, {
        subscription,
        plan: plan_code,
        ...(plan_version === undefined ? {} : { planVersion: plan_version }),
        when: timeOf(at_period_end),
      });
      return { status: 202, body: operationBody(operation) };
    },
  },
};

/** At the end of the period, unless the request says that it is to be at once. */
function timeOf(atPeriodEnd: boolean | undefined): ChangeTime {
  return atPeriodEnd === false ? "now" : "period_end";
}

/** As the lifecycle's triggers name it. */
function timeName({ body }: RequestContent): "now" | "at_period_end" {
  return memberOf(body, "at_period_end") === false ? "now" : "at_period_end";
}
