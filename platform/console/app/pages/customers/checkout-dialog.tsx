import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  completeCheckout,
  listCustomers,
  listSubscriptions,
  startCheckout,
} from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client, sandboxKey } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { LinkButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Select } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { useScope } from "../../scope.js";
import { useSession } from "../../session/use-session.js";
import { useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import { FormDialog } from "./form-dialog.js";
import { planChoices } from "./names.js";
import { texts } from "./texts.js";

/** Starts a checkout, then completes it: two commands, as of a customer. */
export default function CheckoutDialog({
  organization,
  onClose,
}: {
  readonly organization: string | undefined;
  readonly onClose: () => void;
}) {
  const [checkout, setCheckout] = useState<Checkout>();
  if (checkout === undefined)
    return <StartCheckout organization={organization} onClose={onClose} onStarted={setCheckout} />;
  return <CompleteCheckout checkout={checkout} onClose={onClose} />;
}

/** The first half of a checkout: who buys what, through which application. */
export function StartCheckout({
  organization,
  onClose,
  onStarted,
}: {
  readonly organization: string | undefined;
  readonly onClose: () => void;
  readonly onStarted: (checkout: Checkout) => void;
}) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { environment } = useScope();
  const { applications: all } = useSession();
  const applications = all.filter((one) => one.environment === environment && one.status === "active");
  const { data: customers } = useQuery({
    queryKey: sandboxKey("checkout", "customers"),
    queryFn: ({ signal }) => call(listCustomers(client, { limit: 500 }, { signal })),
  });
  const { data: bought } = useQuery({
    queryKey: sandboxKey("checkout", "catalog"),
    queryFn: ({ signal }) => call(listSubscriptions(client, { limit: 1 }, { signal })),
  });
  const catalog = bought?.catalog ?? [];
  const draft = useDraft("checkout", { application: "", organization: "", product: "", plan: "" });
  const chosen = {
    application: draft.values.application || applications[0]?.application_id,
    organization:
      organization ??
      (draft.values.organization || customers?.organizations[0]?.organization.organization_id),
    product: draft.values.product || catalog[0]?.product_code,
  };
  const product = catalog.find(({ product_code }) => product_code === chosen.product);
  const plan = product?.plans.find(({ plan_code }) => plan_code === draft.values.plan) ?? product?.plans[0];
  const start = useSubmit({
    application: chosen.application,
    send: (_: null, operationId) => {
      const body = {
        application_id: chosen.application ?? "",
        organization_id: chosen.organization ?? "",
        product_code: chosen.product ?? "",
        plan_code: plan?.plan_code ?? "",
      };
      return call(startCheckout(client, { operationId, body }));
    },
    onDone: onStarted,
    onRecovered: ({ result }) => {
      if (result !== null) onStarted(result as unknown as Checkout);
    },
  });
  return (
    <FormDialog
      title={t("checkout.title")}
      isOpen
      onClose={onClose}
      of={start}
      onSubmit={() => void start.submit(null)}
      label={t("checkout.start")}
      isReady={chosen.application !== undefined && chosen.organization !== undefined && plan !== undefined}
    >
      <p className="muted">{t("checkout.help")}</p>
      {applications.length === 0 && <Notice tone="warn">{t("checkout.noApplication")}</Notice>}
      <Select
        label={t("checkout.application")}
        choices={applications.map(({ application_id, name }) => ({
          id: application_id,
          label: name,
          description: application_id,
        }))}
        value={chosen.application ?? null}
        isDisabled={start.isLocked}
        onChange={(application) => draft.change({ application })}
      />
      {organization === undefined && (
        <Select
          label={t("checkout.organization")}
          choices={(customers?.organizations ?? []).map(({ organization: one }) => ({
            id: one.organization_id,
            label: localized(one.name),
          }))}
          value={chosen.organization ?? null}
          isDisabled={start.isLocked}
          onChange={(id) => draft.change({ organization: id })}
        />
      )}
      <Select
        label={t("checkout.product")}
        choices={catalog.map(({ product_code, name }) => ({ id: product_code, label: localized(name) }))}
        value={chosen.product ?? null}
        isDisabled={start.isLocked}
        onChange={(id) => draft.change({ product: id, plan: "" })}
      />
      <Select
        label={t("checkout.plan")}
        choices={planChoices(product, { localized, t })}
        value={plan?.plan_code ?? null}
        isDisabled={start.isLocked}
        onChange={(id) => draft.change({ plan: id })}
      />
    </FormDialog>
  );
}

const payments = ["succeeds", "fails", "requires_action", "pending", "unknown"] as const;

/** The second half of a checkout: the customer completes it, and the payment does something. */
export function CompleteCheckout({
  checkout,
  onClose,
}: {
  readonly checkout: Checkout;
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const queryClient = useQueryClient();
  const [payment, setPayment] = useState<(typeof payments)[number]>("succeeds");
  const [done, setDone] = useState<Checkout>();
  const finish = async (completed: Checkout): Promise<void> => {
    setDone(completed);
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const { checkout_id, application_id } = checkout;
  const complete = useSubmit({
    application: application_id,
    send: (_: null, operationId) =>
      call(completeCheckout(client, { checkout_id, operationId, body: { payment } })),
    onDone: finish,
    onRecovered: async ({ result }) => {
      if (result !== null) await finish(result as unknown as Checkout);
    },
  });
  if (done !== undefined) {
    const { subscription_id } = done.operation;
    return (
      <Dialog title={t("checkout.done")} isOpen onClose={onClose}>
        <div className="body">
          {subscription_id === null ? (
            <p>{t("checkout.noSubscription")}</p>
          ) : (
            <code className="break">{subscription_id}</code>
          )}
        </div>
        {subscription_id !== null && (
          <footer>
            <LinkButton
              autoFocus
              kind="primary"
              to="/$organization/$environment/subscriptions/$subscription"
              params={{ ...params, subscription: subscription_id }}
              onClick={onClose}
            >
              {t("checkout.open")}
            </LinkButton>
          </footer>
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t("checkout.completeTitle")}
      isOpen
      onClose={onClose}
      of={complete}
      onSubmit={() => void complete.submit(null)}
      label={t("checkout.complete")}
      cancel={t("checkout.later")}
      isReady
    >
      <p className="muted">
        {t("checkout.completeHelp")} <Time at={checkout.expires_at} />
      </p>
      <p className="small">
        {t("checkout.id")}: <code className="break">{checkout_id}</code>
      </p>
      <Select
        label={t("checkout.payment")}
        choices={payments.map((id) => ({ id, label: t(`checkout.payments.${id}`) }))}
        value={payment}
        isDisabled={complete.isLocked}
        onChange={setPayment}
      />
    </FormDialog>
  );
}

/** A checkout. */
export type Checkout = components["schemas"]["SandboxCheckout"];
