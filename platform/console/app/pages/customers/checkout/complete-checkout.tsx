import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { completeCheckout } from "../../../../generated/console/client.js";
import { call, client } from "../../../api/client.js";
import { sandboxKey } from "../../../api/keys.js";
import { LinkButton } from "../../../parts/button.js";
import { Dialog } from "../../../parts/dialog.js";
import { Select } from "../../../parts/fields.js";
import { useScope } from "../../../routes/scope-context.js";
import { useSubmit } from "../../../submit/use-submit.js";
import { useTexts } from "../../../texts/texts.js";
import { Time } from "../../../time/time.js";
import { FormDialog } from "../form-dialog.js";
import { texts } from "../texts.js";
import type { Checkout } from "./checkout.js";

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
