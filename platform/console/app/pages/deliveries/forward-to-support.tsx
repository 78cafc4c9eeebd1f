import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { forwardToSupport } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { useDraft } from "../../drafts/use-draft.js";
import { Button } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { TextField } from "../../parts/fields.js";
import { toast } from "../../parts/toast.js";
import { useApplication } from "../../routes/application-context.js";
import { isVerified, useSession } from "../../session/use-session.js";
import { VerificationNotice } from "../../session/verification.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import type { DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

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
