import { useQueryClient } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { useState } from "react";
import { redeliver } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { toast } from "../../parts/toast.js";
import { ExplainedText } from "../../parts/tooltip.js";
import { actionOf, useApplication } from "../../routes/application-context.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useCommonTexts } from "../../texts/common.js";
import { useTexts } from "../../texts/texts.js";
import { useReason } from "../../texts/use-reason.js";
import type { DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

/** Sends a failed delivery again, after a confirmation. */
export function Redeliver({ view: { delivery, actions } }: { readonly view: DeliveryView }) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const reasonOf = useReason();
  const queryClient = useQueryClient();
  const { application_id } = useApplication().application;
  const { delivery_id } = delivery;
  const action = actionOf(actions, "redeliver");
  const readAgain = () =>
    queryClient.invalidateQueries({ queryKey: applicationKey(application_id, "deliveries") });
  const again = useSubmit({
    application: application_id,
    keepAs: `redeliver:${delivery_id}`,
    send: (_: null, operationId) => call(redeliver(client, { application_id, delivery_id, operationId })),
    onDone: async ({ outcome }) => {
      setOpen(false);
      toast({
        tone: outcome === "pending" ? "good" : "info",
        title: t("redeliver.done"),
        text: t(`redeliver.${outcome}`),
      });
      await readAgain();
    },
    onRecovered: async () => {
      setOpen(false);
      toast({ tone: "good", title: t("redeliver.recovered") });
      await readAgain();
    },
  });
  const [isOpen, setOpen] = useState(again.state.kind === "unknown");
  if (action === undefined) return null;
  const button = (
    <Button
      kind={delivery.state === "failed" ? "primary" : "default"}
      isDisabled={!action.offered}
      onPress={() => setOpen(true)}
    >
      <Repeat size={15} aria-hidden />
      {t("redeliver.action")}
    </Button>
  );
  return (
    <>
      {action.offered ? (
        button
      ) : (
        <ExplainedText text={common("notOffered", { why: reasonOf(action) })}>{button}</ExplainedText>
      )}
      <Dialog
        title={t("redeliver.title")}
        isOpen={isOpen}
        onClose={again.isBusy ? undefined : () => setOpen(false)}
      >
        <div className="body">
          <p>{t("redeliver.text")}</p>
          <SubmitStatus of={again} />
        </div>
        <footer>
          <Button onPress={() => setOpen(false)} isDisabled={again.isBusy}>
            {common("actions.cancel")}
          </Button>
          <Button
            kind="primary"
            isPending={again.isBusy}
            isDisabled={again.isLocked}
            onPress={() => void again.submit(null)}
          >
            {t("redeliver.confirm")}
          </Button>
        </footer>
      </Dialog>
    </>
  );
}
