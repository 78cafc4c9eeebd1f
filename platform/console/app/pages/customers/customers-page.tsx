import { ClockPanel } from "../../clock/clock-panel.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live/live-badge.js";
import { Badge } from "../../parts/badge.js";
import { PageHeader } from "../../parts/page-header.js";
import { useTexts } from "../../texts/texts.js";
import { AllSubscriptions } from "./all-subscriptions.js";
import { CheckoutButton } from "./checkout/checkout-button.js";
import { useCustomerPages, useSubscriptionPages } from "./customer-queries.js";
import { NewOrganization } from "./organizations/new-organization.js";
import { Organizations } from "./organizations/organizations.js";
import { SandboxOnly } from "./sandbox-only.js";
import { texts } from "./texts.js";
import "./customers.css";

/** Organizations, what they bought, and the clock that all of it lives by. */
export function CustomersPage() {
  return (
    <SandboxOnly>
      <Customers />
    </SandboxOnly>
  );
}

function Customers() {
  const t = useTexts(texts);
  // Together, so that nothing moves when the second list arrives.
  const lists = [useSubscriptionPages(), useCustomerPages()];
  if (lists.some(({ isPending }) => isPending)) return <PageSkeleton />;
  return (
    <div className="page full">
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        badge={
          <>
            <Badge tone="accent">{t("sandboxOnly")}</Badge>
            <LiveBadge />
          </>
        }
        actions={
          <>
            <NewOrganization />
            <CheckoutButton kind="primary" />
          </>
        }
      />
      <div className="customers-columns">
        <div className="stack customers-main">
          <AllSubscriptions />
          <Organizations />
        </div>
        <ClockPanel />
      </div>
    </div>
  );
}
