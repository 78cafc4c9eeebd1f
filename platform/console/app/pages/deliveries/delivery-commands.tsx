import { useQueryClient } from "@tanstack/react-query";
import { LifeBuoy, Repeat } from "lucide-react";
import { useState } from "react";
import { forwardToSupport, redeliver } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { Button, useReason } from "../../parts/button.js";
import { ConfirmDialog, Dialog } from "../../parts/dialog.js";
import { ExplainedText } from "../../parts/disclosure.js";
import { TextField } from "../../parts/fields.js";
import { toast } from "../../parts/toast.js";
import { findAction, useApplication } from "../../scope.js";
import { isVerified, useSession, VerificationNotice } from "../../session/use-session.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import type { DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

/** Sends a failed delivery again, after a confirmation. */
export function Redeliver({ view: { delivery, actions } }: { readonly view: DeliveryView }) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const reasonText = useReason();
  const queryClient = useQueryClient();
  const { application_id } = useApplication().application;
  const { delivery_id } = delivery;
  const action = findAction(actions, "redeliver");
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
        <ExplainedText text={common("notOffered", { why: reasonText(action) })}>{button}</ExplainedText>
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

const longest = { subject: 200, message: 5000 };

/** Forwards a delivery to platform support, which needs a recent verification (§5.6, §8). */
export function ForwardToSupport({ view: { delivery, event } }: { readonly view: DeliveryView }) {
  const t = useTexts(texts);
  const { application_id } = useApplication().application;
  const { delivery_id, event_id } = delivery;
  const { correlation_id } = event;
  const name = `support:${delivery_id}`;
  const draft = useDraft(name, { subject: "", message: "" });
  const done = (): void => {
    setOpen(false);
    draft.reset();
    toast({ tone: "good", title: t("support.done") });
  };
  const forward = useSubmit({
    application: application_id,
    keepAs: name,
    send: ({ subject, message }: typeof draft.values, operationId) => {
      const text = { subject: subject.trim(), ...(message.trim() !== "" && { message }) };
      const ids = { delivery_id, event_id, ...(typeof correlation_id === "string" && { correlation_id }) };
      return call(forwardToSupport(client, { application_id, operationId, body: { ...text, ...ids } }));
    },
    onDone: done,
    onRecovered: done,
  });
  const verified = isVerified(useSession(), Date.now());
  // A draft that comes back after the verification opens it again.
  const [isOpen, setOpen] = useState(draft.isRestored || forward.state.kind === "unknown");
  const field = (of: "subject" | "message") => ({
    label: t(`support.${of}`),
    value: draft.values[of],
    onChange: (text: string) => draft.change({ [of]: text }),
    maxLength: longest[of],
    isDisabled: forward.isLocked,
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <LifeBuoy size={15} aria-hidden />
        {t("support.action")}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t("support.action")}
          confirm={t("support.confirm")}
          isReady={verified && draft.values.subject.trim() !== ""}
          of={forward}
          onConfirm={() => void forward.submit(draft.values)}
          onClose={() => setOpen(false)}
        >
          <p className="muted">{t("support.text")}</p>
          <TextField {...field("subject")} />
          <TextField {...field("message")} optional rows={4} />
          {!verified && forward.state.kind === "idle" && <VerificationNotice />}
        </ConfirmDialog>
      )}
    </>
  );
}
