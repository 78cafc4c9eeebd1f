import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeIdentity, enableIdentity } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";
import { Badge } from "../../parts/badge.js";
import { ActionButton } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/dialog.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { findAction, useApplication } from "../../scope.js";
import { Secret, useSecret } from "../../secret.js";
import { useSessionState } from "../../session/session-store.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { IdentityUrls } from "./identity-urls.js";
import { texts } from "./texts.js";

/** Which identities the application has, to enable and disable. */
export function IdentitiesPanel() {
  const t = useTexts(texts);
  return (
    <Panel title={t("identities.title")} lead={t("identities.lead")}>
      <IdentityBlock identity="application" />
      <IdentityBlock identity="user" />
    </Panel>
  );
}

type Configuration = components["schemas"]["SandboxIdentityConfiguration"];

/** One identity: whether it is enabled, its URLs, and what can be done with it. */
function IdentityBlock({ identity }: { readonly identity: "application" | "user" }) {
  const t = useTexts(texts);
  const { application, actions } = useApplication();
  const { application_id, clients } = application;
  const queryClient = useQueryClient();
  const { secretsEpoch } = useSessionState();
  const [confirming, setConfirming] = useState<number>();
  const [editing, setEditing] = useState(false);
  const held = clients.find((each) => each.identity === identity);
  const isEnabled = held?.status === "active";
  const secret = useSecret(`${application_id} ${identity} enabled`);
  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: applicationKey(application_id) });
  const done = async (title: string): Promise<void> => {
    setEditing(false);
    setConfirming(undefined);
    toast({ tone: "good", title });
    await refresh();
  };
  const enabling = useSubmit({
    application: application_id,
    send: (body: Configuration, operationId) =>
      call(enableIdentity(client, { application_id, identity, operationId, body })),
    async onDone({ client_secret }) {
      if (client_secret !== null) secret.show(client_secret);
      await done(t("identities.enabledNow"));
    },
    onRecovered: () => done(t("identities.enabledNow")),
  });
  const disabling = useSubmit({
    application: application_id,
    send: (_: null, operationId) =>
      call(changeIdentity(client, { application_id, identity, operationId, body: { status: "disabled" } })),
    onDone: () => done(t("identities.disabledNow")),
    onRecovered: () => done(t("identities.disabledNow")),
  });
  const enable = findAction(actions, `enable-${identity}-identity`);
  const disable = findAction(actions, `disable-${identity}-identity`);
  function stateText(): string {
    if (isEnabled) return t("identities.enabled");
    return held === undefined ? t("identities.never") : t("identities.disabled");
  }
  return (
    <div className="identity-block stack-small">
      <div className="row-between">
        <div className="row">
          <h3>{t(`identity.${identity}`)}</h3>
          <Badge tone={isEnabled ? "good" : "neutral"}>{stateText()}</Badge>
        </div>
        {isEnabled ? (
          <ActionButton
            size="small"
            action={disable}
            label={t("identities.disable")}
            onPress={() => setConfirming(secretsEpoch)}
          />
        ) : (
          <ActionButton
            size="small"
            action={enable}
            label={t("identities.enable")}
            isPending={enabling.isBusy}
            isDisabled={enabling.isLocked || editing}
            onPress={() => (identity === "user" ? setEditing(true) : void enabling.submit({}))}
          />
        )}
      </div>
      <p className="muted small">{t(`identityHelp.${identity}`)}</p>
      {secret.value !== undefined && (
        <div className="one-time">
          <h3>{t("created.secret")}</h3>
          <Secret name={t("created.secret")} secret={secret} />
          <p className="small">{t("created.secretHelp")}</p>
        </div>
      )}
      {identity === "application" && <SubmitStatus of={enabling} />}
      {identity === "user" && (isEnabled || editing) && (
        <IdentityUrls
          held={held}
          isNew={!isEnabled}
          enabling={enabling}
          onClose={() => setEditing(false)}
          onSaved={() => done(t("identities.saved"))}
        />
      )}
      {confirming === secretsEpoch && (
        <ConfirmDialog
          title={t("identities.disableTitle", { identity: t(`identity.${identity}`) })}
          confirm={t("identities.disable")}
          isDanger
          of={disabling}
          onConfirm={() => void disabling.submit(null)}
          onClose={() => setConfirming(undefined)}
        >
          <p className="muted">{t("identities.disableHelp")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
