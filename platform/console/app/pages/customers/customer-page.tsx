import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readCustomer } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { sandboxKey } from "../../api/keys.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../routes/scope-context.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { CheckoutButton } from "./checkout/checkout-button.js";
import { FactsPanel } from "./organizations/facts-panel.js";
import { Members } from "./organizations/members.js";
import { SandboxOnly } from "./sandbox-only.js";
import { SubscriptionTable } from "./subscription-table.js";
import { texts } from "./texts.js";
import "./customers.css";

/** An organization: its people and what they may use, its subscriptions, and what the API's checks look at. */
export function CustomerPage() {
  return (
    <SandboxOnly>
      <CustomerDetails />
    </SandboxOnly>
  );
}

function CustomerDetails() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { customer: organization_id } = useParams({
    from: "/$organization/$environment/customers/$customer",
  });
  const { data, error, refetch } = useQuery({
    queryKey: sandboxKey("customer", organization_id),
    queryFn: ({ signal }) => call(readCustomer(client, { organization_id }, { signal })),
  });
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const { organization, subscriptions, catalog } = data;
  return (
    <div className="page">
      <PageHeader
        trail={[
          <Link key="list" to="/$organization/$environment/customers" params={params}>
            {t("title")}
          </Link>,
        ]}
        title={localized(organization.name)}
        lead={<Copyable text={organization_id} name={t("organization")} />}
        badge={
          <>
            <Badge plain>{t(organization.kind)}</Badge>
            {organization.status === "revoked" && <Badge tone="bad">{t("revoked")}</Badge>}
            <Badge tone="accent">{t("sandboxOnly")}</Badge>
          </>
        }
        actions={<CheckoutButton kind="primary" organization={organization_id} />}
      />
      <Panel title={t("subscriptions")} flush>
        <SubscriptionTable subscriptions={subscriptions} catalog={catalog} organization={organization_id} />
      </Panel>
      <Members customer={data} />
      <FactsPanel customer={data} />
    </div>
  );
}
