import { ClockPanel } from "../../clock/clock-panel.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live.js";
import { Badge } from "../../parts/badge.js";
import { PageHeader } from "../../parts/page-header.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { useCustomerPages, useSubscriptionPages } from "./customer-queries.js";
import { SandboxOnly } from "./sandbox-only.js";
import { AllSubscriptions, CheckoutButton } from "./subscription-table.js";
import { texts } from "./texts.js";
import "./customers.css";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { createCustomer } from "../../../generated/console/client.js";
import { call, client, sandboxKey } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { Button } from "../../parts/button.js";
import { FailureView } from "../../parts/failure.js";
import { TextField } from "../../parts/fields.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { useScope } from "../../scope.js";
import { useSubmit } from "../../submit.js";
import { FormDialog } from "./form-dialog.js";

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

/** Organizations and personal spaces of the sandbox, page by page. */
export function Organizations() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCustomerPages();
  return (
    <Panel title={t("organizations")} flush>
      {data === undefined ? (
        error !== null && <FailureView failure={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="customers-list">
          {data.pages
            .flatMap(({ organizations }) => organizations)
            .map(({ organization: { organization_id, name, kind, status }, members }) => (
              <li key={organization_id}>
                <Link
                  className="strong"
                  to="/$organization/$environment/customers/$customer"
                  params={{ ...params, customer: organization_id }}
                >
                  {localized(name)}
                </Link>
                <span className="small muted">{t("memberCount", { count: members })}</span>
                <code className="small muted break">{organization_id}</code>
                <span className="row">
                  {kind === "personal" && <Badge plain>{t("personal")}</Badge>}
                  {status === "revoked" && <Badge tone="bad">{t("revoked")}</Badge>}
                </span>
              </li>
            ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="customers-more">
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Creates an organization of the sandbox. */
export function NewOrganization() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { values, change, reset } = useDraft("new-organization", { en: "", zh: "" });
  const finish = async (): Promise<void> => {
    setOpen(false);
    reset();
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const create = useSubmit({
    keepAs: "new-organization",
    send: ({ en, zh }: { en: string; zh: string }, operationId) => {
      const name = { en: en.trim(), zh: zh.trim() === "" ? en.trim() : zh.trim() };
      return call(createCustomer(client, { operationId, body: { name } }));
    },
    onDone: async ({ name }) => {
      toast({ tone: "good", title: t("created", { name: localized(name) }) });
      await finish();
    },
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await finish();
    },
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Plus size={15} aria-hidden />
        {t("newOrganization")}
      </Button>
      <FormDialog
        title={t("newOrganization")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={create}
        onSubmit={() => void create.submit({ en: values.en, zh: values.zh })}
        label={t("create")}
        isReady={values.en.trim() !== ""}
      >
        <TextField
          autoFocus
          label={t("nameEn")}
          value={values.en}
          maxLength={500}
          isDisabled={create.isLocked}
          onChange={(en) => change({ en })}
        />
        <TextField
          optional
          label={t("nameZh")}
          value={values.zh}
          maxLength={500}
          isDisabled={create.isLocked}
          onChange={(zh) => change({ zh })}
        />
      </FormDialog>
    </>
  );
}
