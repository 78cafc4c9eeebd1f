import { Link } from "@tanstack/react-router";
import { Repeat2 } from "lucide-react";
import { Empty } from "../../parts/empty.js";
import { useScope } from "../../routes/scope-context.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import { CheckoutButton } from "./checkout/checkout-button.js";
import type { CatalogProduct, Subscription } from "./customer-types.js";
import { planName, productName } from "./plan-name.js";
import { SubscriptionStatus } from "./status-badge.js";
import { texts } from "./texts.js";
import { useNames } from "./use-names.js";

/** Subscriptions, each with a link to its life. */
export function SubscriptionTable({
  subscriptions,
  catalog,
  withOrganization = false,
  organization,
}: {
  readonly subscriptions: readonly Subscription[];
  readonly catalog: readonly CatalogProduct[];
  readonly withOrganization?: boolean;
  /** Whose they are, for a checkout. */
  readonly organization?: string;
}) {
  const t = useTexts(texts);
  const names = useNames();
  const localized = useLocalized();
  const { params } = useScope();
  if (subscriptions.length === 0)
    return (
      <Empty
        icon={Repeat2}
        title={t("noSubscriptions")}
        actions={<CheckoutButton kind="primary" organization={organization} />}
      >
        {t("noSubscriptionsHelp")}
      </Empty>
    );
  return (
    <div className="scroll-x">
      <table className="simple-table customers-table">
        <thead>
          <tr>
            <th scope="col">{t("plan")}</th>
            <th scope="col">{t("status")}</th>
            {withOrganization && (
              <th scope="col" className="only-wide">
                {t("organization")}
              </th>
            )}
            <th scope="col">{t("next")}</th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((subscription) => {
            const [timer] = subscription.timers;
            return (
              <tr key={subscription.subscription_id}>
                <td>
                  <Link
                    className="strong"
                    to="/$organization/$environment/subscriptions/$subscription"
                    params={{ ...params, subscription: subscription.subscription_id }}
                  >
                    {productName(subscription, catalog, localized)} ·{" "}
                    {planName(subscription, catalog, localized)}
                  </Link>
                  <br />
                  <code className="small muted break">{subscription.subscription_id}</code>
                </td>
                <td>
                  <SubscriptionStatus status={subscription.status} />
                </td>
                {withOrganization && (
                  <td className="only-wide">
                    <Link
                      to="/$organization/$environment/customers/$customer"
                      params={{ ...params, customer: subscription.organization_id }}
                    >
                      <code>{subscription.organization_id}</code>
                    </Link>
                  </td>
                )}
                <td className="customers-next">
                  {timer === undefined ? (
                    <span className="faint">{t("nothingNext")}</span>
                  ) : (
                    <>
                      {names.move(timer.name)}
                      <br />
                      <span className="small muted">
                        <Time at={timer.at} />
                      </span>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
