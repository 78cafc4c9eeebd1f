import type { ChangeTime, Operation, SubscriptionRecord } from "../platform/records/commerce.js";
import type { ActionRequest, ApiAction } from "./action.js";
import { runChecks } from "./checks/check.js";
import { subscriptionChecks } from "./checks/ordered-checks.js";
import { listOrganizations } from "./checks/organization.js";
import type { ApiCommerce } from "./commerce-port.js";
import type { CheckContext, RequestTarget } from "./context.js";
import { bodyMember, bodyText, type RequestContent } from "./request-content.js";

/** `GET /open-platform/v1/subscriptions`: those of the application that pass the checks one by one. */
export const listSubscriptions: ApiAction = {
  id: "listSubscriptions",
  identities: ["application", "user"],
  target: ({ content }) => ({ kind: "list", organization: content.parameters.organization_id }),
  work: {
    kind: "read",
    read: (context, commerce) => {
      const { view, claims, organization } = context;
      const where = {
        application: claims?.application ?? "",
        ...(organization !== undefined && { organization: organization.id }),
      };
      const organizations = listOrganizations(context);
      const visible = view
        .list("subscription", where)
        .filter(
          (each) =>
            (organizations === undefined || organizations.includes(each.organization)) &&
            runChecks(subscriptionChecks, aboutOne(context, each, commerce)).denial === undefined,
        );
      return { status: 200, body: { subscriptions: visible.map((each) => commerce.summarize(view, each)) } };
    },
  },
};

/** The same request as if it were about one subscription. */
function aboutOne(
  context: CheckContext,
  subscription: SubscriptionRecord,
  commerce: ApiCommerce,
): CheckContext {
  const { id, application, environment, organization } = subscription;
  return {
    ...context,
    target: {
      kind: "resource",
      organization,
      subscription,
      resource: { kind: "subscription", id, owner: application, environment },
    },
    organization: context.view.get("organization", organization),
    givesAccess: commerce.givesAccess(subscription),
  };
}

/** `GET /open-platform/v1/subscriptions/{id}`. */
export const getSubscription: ApiAction = {
  id: "getSubscription",
  identities: ["application", "user"],
  target: subscriptionTarget,
  work: {
    kind: "read",
    read: ({ view, target: { subscription } }, commerce) => {
      if (subscription === undefined) throw new TypeError("the subscription was there when it was checked");
      return { status: 200, body: commerce.summarize(view, subscription) };
    },
  },
};

interface ChangePlanBody {
  readonly plan_code: string;
  readonly plan_version?: number;
  readonly at_period_end?: boolean;
}

/** `POST /open-platform/v1/subscriptions/{id}:cancel`. */
export const cancelSubscription: ApiAction = {
  id: "cancelSubscription",
  identities: ["application", "user"],
  target: subscriptionTarget,
  trigger: (content) => `cancel_${timeName(content)}`,
  work: {
    kind: "command",
    run: (draft, { commerce, subscription = "", body }) => {
      const when = changeTime((body as { readonly at_period_end?: boolean } | undefined)?.at_period_end);
      const { operation } = commerce.cancelSubscription(draft, { subscription, when });
      return { status: 202, body: operationBody(operation) };
    },
  },
};

/** `POST /open-platform/v1/subscriptions/{id}:change-plan`. */
export const changeSubscriptionPlan: ApiAction = {
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
        ...(plan_version !== undefined && { planVersion: plan_version }),
        when: changeTime(at_period_end),
      });
      return { status: 202, body: operationBody(operation) };
    },
  },
};

/** At the end of the period, unless the request says that it is to be at once. */
function changeTime(atPeriodEnd: boolean | undefined): ChangeTime {
  if (atPeriodEnd === false) return "now";
  return "period_end";
}

/** As the lifecycle's triggers name it. */
function timeName({ body }: RequestContent): "now" | "at_period_end" {
  if (bodyMember(body, "at_period_end") === false) return "now";
  return "at_period_end";
}

interface CheckoutBody {
  readonly product_code: string;
  readonly plan_code: string;
  readonly plan_version?: number;
  readonly upgrade_from_subscription_id?: string;
}

/** `POST /open-platform/v1/checkout-sessions`. */
export const createCheckoutSession: ApiAction = {
  id: "createCheckoutSession",
  identities: ["application", "user"],
  target: ({ content }) => ({ kind: "organization", organization: bodyText(content, "organization_id") }),
  work: {
    kind: "command",
    run: (draft, { commerce, application, organization, body }) => {
      const { product_code, plan_code, plan_version, upgrade_from_subscription_id } = body as CheckoutBody;
      const { session, operation } = commerce.startCheckout(draft, {
        application,
        organization,
        product: product_code,
        plan: plan_code,
        ...(plan_version !== undefined && { planVersion: plan_version }),
        ...(upgrade_from_subscription_id !== undefined && { upgradeFrom: upgrade_from_subscription_id }),
      });
      return {
        status: 202,
        body: {
          checkout_session_id: session.id,
          operation_id: operation.id,
          status: session.status,
          expires_at: new Date(session.expiresAt).toISOString(),
        },
      };
    },
  },
};

/** `GET /open-platform/v1/operations/{id}`. */
export const getOperation: ApiAction = {
  id: "getOperation",
  identities: ["application", "user"],
  target: ({ view, environment, claims, content }) => {
    const operation = view.get("operation", content.parameters.id ?? "");
    if (operation === undefined) return { kind: "resource", resource: { kind: "operation" } };
    const owner = operation.application;
    const resource = {
      kind: "operation",
      id: operation.id,
      owner,
      environment: view.get("application", owner)?.environment,
    } as const;
    const isOwn = owner === claims.application && resource.environment === environment;
    return { kind: "resource", resource, organization: isOwn ? operation.organization : undefined };
  },
  work: {
    kind: "read",
    read: ({ view, target }) => {
      const operation = view.get("operation", target.resource?.id ?? "");
      if (operation === undefined) throw new TypeError("the operation was there when it was checked");
      return { status: 200, body: operationBody(operation) };
    },
  },
};

/** An operation as the API shows it: of a payment only a redacted status (§4.2). */
function operationBody(operation: Operation): Readonly<Record<string, unknown>> {
  const { id, kind, status, nextStep, subscription, payment, createdAt, updatedAt } = operation;
  return {
    operation_id: id,
    kind,
    status,
    ...(nextStep !== undefined && { next_step: nextStep }),
    ...(subscription !== undefined && { subscription_id: subscription }),
    ...(payment !== undefined && { payment_status: payment }),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  };
}

/** The subscription of the path. If it isn't the caller's, its customer stays unknown, so that no answer depends on who it is. */
function subscriptionTarget({ view, environment, claims, content }: ActionRequest): RequestTarget {
  const { id = "" } = content.parameters;
  const subscription = view.get("subscription", id);
  if (subscription === undefined) return { kind: "resource", resource: { kind: "subscription" } };
  const resource = {
    kind: "subscription",
    id: subscription.id,
    owner: subscription.application,
    environment: subscription.environment,
  } as const;
  const isOwn = subscription.application === claims.application && subscription.environment === environment;
  if (!isOwn) return { kind: "resource", resource };
  return { kind: "resource", resource, organization: subscription.organization, subscription };
}
