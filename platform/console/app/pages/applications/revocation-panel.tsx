import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { revokeApplication } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey, applicationsKey, sessionKey } from "../../api/keys.js";
import { ActionButton } from "../../parts/action-button.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { actionOf, useApplication } from "../../routes/application-context.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** Revokes the application for good, after its name was typed. */
export function RevocationPanel() {
  const t = useTexts(texts);
  const { application, actions } = useApplication();
  const { application_id, revision, name } = application;
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const done = async (): Promise<void> => {
    setOpen(false);
    toast({ tone: "info", title: t("danger.done", { name }) });
    for (const queryKey of [applicationKey(application_id), applicationsKey, sessionKey])
      await queryClient.invalidateQueries({ queryKey });
  };
  const revocation = useSubmit({
    application: application_id,
    keepAs: `revoke:${application_id}`,
    send: (_: null, operationId) =>
      call(revokeApplication(client, { application_id, operationId, body: { revision } })),
    onDone: done,
    onRecovered: done,
  });
  const action = actionOf(actions, "revoke");
  return (
    <>
      <Panel
        title={t("danger.title")}
        lead={t("danger.lead")}
        actions={
          <ActionButton
            kind="danger"
            action={action}
            label={t("danger.revoke")}
            onPress={() => setOpen(true)}
          />
        }
      />
      {(open || revocation.state.kind === "unknown") && (
        <ConfirmDialog
          title={t("danger.revokeTitle", { name })}
          confirm={t("danger.revoke")}
          isDanger
          typed={name}
          of={revocation}
          onConfirm={() => void revocation.submit(null)}
          onClose={() => setOpen(false)}
        >
          <p className="muted">{t("danger.revokeHelp")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
