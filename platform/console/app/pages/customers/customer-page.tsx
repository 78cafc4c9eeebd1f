import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readCustomer, setFact } from "../../../generated/console/client.js";
import { call, client, sandboxKey } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { Members } from "./members.js";
import { SandboxOnly } from "./sandbox-only.js";
import { CheckoutButton, SubscriptionTable } from "./subscription-table.js";
import { texts } from "./texts.js";
import "./customers.css";
import type { components } from "../../../generated/console/types.js";
import { Checkbox } from "../../parts/fields.js";
import { toast } from "../../parts/toast.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import type { Customer } from "./customer-queries.js";

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

type Fact = components["schemas"]["SandboxFactChange"];

/** What the API's checks look at, to be switched on and off. */
export function FactsPanel({ customer: { facts } }: { readonly customer: Customer }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: sandboxKey() });
  const change = useSubmit({
    keepAs: "fact",
    send: (fact: Fact, operationId) => call(setFact(client, { operationId, body: fact })),
    onDone: readAgain,
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await readAgain();
    },
  });
  return (
    <Panel title={t("facts")} lead={t("factsLead")}>
      <div className="stack">
        <SubmitStatus of={change} />
        {facts.length === 0 ? (
          <p className="muted">
            {t("noFacts")}. {t("noFactsHelp")}
          </p>
        ) : (
          <ul className="customers-facts">
            {facts.map((fact) => (
              <li key={`${fact.kind} ${fact.id}`}>
                <Checkbox
                  isSelected={fact.on}
                  isDisabled={change.isLocked}
                  description={<code className="break">{fact.id}</code>}
                  onChange={(isOn) => void change.submit({ kind: fact.kind, id: fact.id, on: isOn })}
                >
                  {t(`factKinds.${fact.kind}`)}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
