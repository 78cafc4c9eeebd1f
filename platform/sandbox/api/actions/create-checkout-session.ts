import { textOf } from "../request/request-content.js";
import type { Action } from "./action.js";

interface CheckoutBody {
  readonly product_code: string;
  readonly plan_code: string;
  readonly plan_version?: number;
  readonly upgrade_from_subscription_id?: string;
}

/** `POST /open-platform/v1/checkout-sessions`. */
export const createCheckoutSession: Action = {
  id: "createCheckoutSession",
  identities: ["application", "user"],
  target: ({ content }) => ({ kind: "organization", organization: textOf(content, "organization_id") }),
  work: {
    kind: "command",
    run: (draft, { commerce, application, organization, body }) => {
      const { product_code, plan_code, plan_version, upgrade_from_subscription_id } = body as CheckoutBody;
      const { session, operation } = commerce.startCheckout(draft, {
        application,
        organization,
        product: product_code,
        plan: plan_code,
        ...(plan_version === undefined ? {} : { planVersion: plan_version }),
        ...(upgrade_from_subscription_id === undefined ? {} : { upgradeFrom: upgrade_from_subscription_id }),
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
