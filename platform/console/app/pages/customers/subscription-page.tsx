import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readSubscription } from "../../../generated/console/client.js";
import { call, client, sandboxKey } from "../../client.js";
import { ClockPanel } from "../../clock/clock-panel.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { LifecyclePicture, LifecycleTable } from "./lifecycle.js";
import { MovesPanel } from "./moves-panel.js";
import { planName, productName } from "./names.js";
import { SandboxOnly } from "./sandbox-only.js";
import { SubscriptionEvents, SubscriptionFacts, Timers } from "./subscription-facts.js";
import { SubscriptionStatus } from "./subscription-table.js";
import { texts } from "./texts.js";
import "./customers.css";

/** A subscription: its life as a picture, what can happen to it, and what did. */
export function SubscriptionPage() {
  return (
    <SandboxOnly>
      <SubscriptionLife />
    </SandboxOnly>
  );
}

function SubscriptionLife() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { subscription: subscription_id } = useParams({
    from: "/$organization/$environment/subscriptions/$subscription",
  });
  const { data, error, refetch } = useQuery({
    queryKey: sandboxKey("subscription", subscription_id),
    queryFn: ({ signal }) => call(readSubscription(client, { subscription_id }, { signal })),
  });
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const { subscription, organization, product, lifecycle } = data;
  const catalog = product === null ? [] : [product];
  const customer = localized(organization.name);
  return (
    <div className="page full">
      <PageHeader
        trail={[
          <Link key="list" to="/$organization/$environment/customers" params={params}>
            {t("title")}
          </Link>,
          <Link
            key="customer"
            to="/$organization/$environment/customers/$customer"
            params={{ ...params, customer: organization.organization_id }}
          >
            {customer}
          </Link>,
        ]}
        title={`${productName(subscription, catalog, localized)} · ${planName(subscription, catalog, localized)}`}
        badge={
          <>
            <SubscriptionStatus status={subscription.status} />
            <LiveBadge />
          </>
        }
      />
      <Panel title={t("picture")} lead={t("pictureLead")}>
        <div className="stack">
          <LifecyclePicture view={data} />
          <LifecycleTable lifecycle={lifecycle} current={subscription.status} />
        </div>
      </Panel>
      <div className="customers-columns">
        <div className="stack customers-main">
          <MovesPanel view={data} />
          <SubscriptionEvents view={data} />
          <SubscriptionFacts subscription={subscription} />
        </div>
        <div className="stack">
          <ClockPanel />
          <Timers subscription={subscription} />
        </div>
      </div>
    </div>
  );
}
