import { useQuery } from "@tanstack/react-query";
import { listCustomers, listSubscriptions, startCheckout } from "../../../../generated/console/client.js";
import { call, client } from "../../../api/client.js";
import { sandboxKey } from "../../../api/keys.js";
import { useDraft } from "../../../drafts/use-draft.js";
import { Select } from "../../../parts/fields.js";
import { Notice } from "../../../parts/notice.js";
import { useScope } from "../../../routes/scope-context.js";
import { useSession } from "../../../session/use-session.js";
import { useSubmit } from "../../../submit/use-submit.js";
import { useLocalized } from "../../../texts/language.js";
import { useTexts } from "../../../texts/texts.js";
import { FormDialog } from "../form-dialog.js";
import { texts } from "../texts.js";
import type { Checkout } from "./checkout.js";
import { planChoices } from "./plan-choices.js";

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
