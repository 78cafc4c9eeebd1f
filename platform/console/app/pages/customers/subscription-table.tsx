import { Link } from "@tanstack/react-router";
import { Repeat2, ShoppingCart } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Badge, type Tone } from "../../parts/badge.js";
import { Button, type ButtonKind } from "../../parts/button.js";
import { FailureView } from "../../parts/failure.js";
import { Empty } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import { type CatalogProduct, type Subscription, useSubscriptionPages } from "./customer-queries.js";
import { planName, productName, useNames } from "./names.js";
import { texts } from "./texts.js";

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

/** All subscriptions of the sandbox, page by page. */
export function AllSubscriptions() {
  const t = useTexts(texts);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSubscriptionPages();
  return (
    <Panel title={t("subscriptions")} lead={t("subscriptionsOf")} flush>
      {data === undefined ? (
        error !== null && <FailureView failure={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <SubscriptionTable
            subscriptions={data.pages.flatMap(({ subscriptions }) => subscriptions)}
            catalog={data.pages[0]?.catalog ?? []}
            withOrganization
          />
          {hasNextPage && (
            <div className="customers-more">
              <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {t("more")}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

const tones: Partial<Record<string, Tone>> = {
  trialing: "info",
  trial_ending: "warn",
  active: "good",
  pending_payment: "warn",
  payment_failed: "bad",
  past_due: "bad",
  grace_period: "bad",
  suspended: "bad",
  renewal_pending: "info",
  plan_change_pending: "info",
  pause_pending: "warn",
  cancellation_pending: "warn",
};

/** Where a subscription stands. */
export function SubscriptionStatus({ status }: { readonly status: string }) {
  const names = useNames();
  return <Badge tone={tones[status] ?? "neutral"}>{names.status(status)}</Badge>;
}

const CheckoutDialog = lazy(() => import("./checkout-dialog.js"));

/** Opens the dialog of a checkout. */
export function CheckoutButton({
  kind = "default",
  organization,
}: {
  readonly kind?: ButtonKind;
  /** Who buys; it can be changed in the dialog. */
  readonly organization?: string | undefined;
}) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onPress={() => setOpen(true)}>
        <ShoppingCart size={15} aria-hidden />
        {t("checkout.action")}
      </Button>
      {isOpen && (
        <Suspense>
          <CheckoutDialog organization={organization} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
