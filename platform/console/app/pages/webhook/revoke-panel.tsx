import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { revokeWebhook } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Checkbox } from "../../parts/fields.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { useSessionState } from "../../session/session-store.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import type { Endpoint } from "./webhook-query.js";

/** Revokes the endpoint, after a confirmation that an expired sign-in or another revision takes back. */
export function RevokePanel({
  application,
  endpoint,
}: {
  readonly application: string;
  readonly endpoint: Endpoint;
}) {
  const t = useTexts(texts);
  const { secretsEpoch } = useSessionState();
  return (
    <Panel title={t("revoke.panel")} lead={t("revoke.panelHelp")}>
      <RevokeButton
        key={`${secretsEpoch} ${endpoint.revision}`}
        application={application}
        url={endpoint.url}
        revision={endpoint.revision}
      />
    </Panel>
  );
}

function RevokeButton({
  application,
  url,
  revision,
}: {
  readonly application: string;
  readonly url: string;
  readonly revision: number;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isUnderstood, setUnderstood] = useState(false);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: applicationKey(application) });
  const done = async (): Promise<void> => {
    setOpen(false);
    await readAgain();
    toast({ tone: "good", title: t("revoke.done") });
  };
  const revoke = useSubmit({
    application,
    keepAs: `revoke-webhook:${application}`,
    send: (body: { readonly revision: number }, operationId) =>
      call(revokeWebhook(client, { application_id: application, operationId, body })),
    onDone: done,
    onRecovered: done,
    onFailure: ({ code }) => {
      if (code !== "revision-conflict") return;
      // The confirmation was for what isn't there any more.
      toast({ tone: "bad", title: t("revoke.conflict") });
      void readAgain();
    },
  });
  const isLost = revoke.state.kind === "unknown";
  const close = (): void => {
    setOpen(false);
    setUnderstood(false);
    revoke.reset();
  };
  return (
    <>
      <Button kind="danger" onPress={() => setOpen(true)}>
        {t("revoke.revoke")}
      </Button>
      <Dialog
        title={t("revoke.title")}
        isOpen={isOpen || isLost}
        onClose={isLost ? undefined : close}
        role="alertdialog"
      >
        <div className="body">
          <p className="muted break">{t("revoke.help", { url })}</p>
          <Checkbox isSelected={isUnderstood} onChange={setUnderstood} isDisabled={revoke.isLocked}>
            {t("revoke.understand")}
          </Checkbox>
          <SubmitStatus of={revoke} />
        </div>
        <footer>
          <Button onPress={close} isDisabled={revoke.isLocked} autoFocus>
            {common("actions.cancel")}
          </Button>
          <Button
            kind="danger"
            isPending={revoke.isBusy}
            isDisabled={!isUnderstood || revoke.isLocked}
            onPress={() => void revoke.submit({ revision })}
          >
            {t("revoke.revoke")}
          </Button>
        </footer>
      </Dialog>
    </>
  );
}
