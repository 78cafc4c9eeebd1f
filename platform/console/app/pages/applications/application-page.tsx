import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { Notice } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { findAction, useApplication, useScope } from "../../scope.js";
import { useSessionState } from "../../session/session-store.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import "./applications.css";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rotateClientSecret } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { ActionButton } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/dialog.js";
import { Panel } from "../../parts/panel.js";
import { Secret, useSecret } from "../../secret.js";
import { useSubmit } from "../../submit.js";
import { CallConfiguration } from "./call-configuration.js";
import { IdentitiesPanel } from "./identities-panel.js";
import { OwnershipPanel, RevocationPanel } from "./ownership-panel.js";
import { texts } from "./texts.js";

/** The configuration of an application. */
export function ConfigurationPage() {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { application } = useApplication();
  const { params } = useScope();
  const { secretsEpoch } = useSessionState();
  const isActive = application.status === "active";
  return (
    <div className="page">
      <PageHeader
        title={application.name}
        badge={<Badge tone={isActive ? "good" : "bad"}>{common(`status.${application.status}`)}</Badge>}
        lead={<Copyable text={application.application_id} name={t("title")} />}
        trail={[
          <Link key="applications" to="/$organization/$environment/applications" params={params}>
            {t("title")}
          </Link>,
        ]}
      />
      {!isActive && <Notice tone="warn">{t("danger.revoked")}</Notice>}
      <CallConfiguration />
      {isActive && <SecretPanel />}
      <IdentitiesPanel />
      {/* Open confirmations end with the sign-in. */}
      <OwnershipPanel key={`owner ${secretsEpoch}`} />
      {isActive && <RevocationPanel key={`revocation ${secretsEpoch}`} />}
    </div>
  );
}

/** The Client Secret of the application identity: its version, and a new one in its place. */
export function SecretPanel() {
  const t = useTexts(texts);
  const { application, actions } = useApplication();
  const { application_id } = application;
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [made, setMade] = useState<number>();
  const [withheld, setWithheld] = useState(false);
  const held = application.clients.find(
    ({ identity, status }) => identity === "application" && status === "active",
  );
  // A version that somebody else made meanwhile clears what is shown.
  const version = Math.max(made ?? 0, held?.secret_version ?? 0);
  const secret = useSecret(`${application_id} client-secret ${version}`);
  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: applicationKey(application_id, "details") });
  const rotation = useSubmit({
    application: application_id,
    keepAs: `rotate-secret:${application_id}`,
    send: (_: null, operationId) => call(rotateClientSecret(client, { application_id, operationId })),
    async onDone({ client_secret, secret_version }) {
      setMade(secret_version);
      setWithheld(false);
      secret.showFor(`${application_id} client-secret ${secret_version}`, client_secret);
      setConfirming(false);
      await refresh();
    },
    async onRecovered() {
      setWithheld(true);
      setConfirming(false);
      await refresh();
    },
  });
  const isOpen = confirming || rotation.state.kind === "unknown";
  if (held === undefined) return null;
  return (
    <Panel
      title={t("secret.title")}
      lead={t("secret.lead")}
      actions={
        <ActionButton
          action={findAction(actions, "rotate-secret")}
          label={t("secret.rotate")}
          onPress={() => setConfirming(true)}
        />
      }
    >
      {secret.value !== undefined ? (
        <div className="one-time">
          <h3>{t("secret.rotated", { version: String(version) })}</h3>
          <Secret name={t("secret.title")} secret={secret} />
          <p className="small">
            {t("secret.rotatedHelp")} {t("created.secretHelp")}
          </p>
        </div>
      ) : (
        <div className="row">
          <Secret name={t("secret.title")} secret={secret} />
          <span className="muted small">{t("secret.version", { version: String(version) })}</span>
        </div>
      )}
      {withheld && <Notice tone="warn">{t("secret.withheld")}</Notice>}
      {isOpen && (
        <ConfirmDialog
          title={t("secret.rotateTitle")}
          confirm={t("secret.rotate")}
          isDanger
          of={rotation}
          onConfirm={() => void rotation.submit(null)}
          onClose={() => setConfirming(false)}
        >
          <p className="muted">{t("secret.rotateHelp")}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
