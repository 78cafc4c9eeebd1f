import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createCredentials, revealSigningSecret } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";
import { Button } from "../../parts/button.js";
import { CopyButton } from "../../parts/copy.js";
import { Notice } from "../../parts/notice.js";
import { Facts } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { Secret, useSecret } from "../../secret.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { Step } from "./step.js";
import { texts } from "./texts.js";

/** Makes the credentials that a receiver checks deliveries with, and gives them as a `.env`, once. */
export function CredentialsStep({
  view,
  isDone,
}: {
  readonly view: components["schemas"]["WebhookView"];
  readonly isDone: boolean;
}) {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { params } = useScope();
  const { application_id } = application;
  const queryClient = useQueryClient();
  const [lost, setLost] = useState(false);
  const secretVersion = (kind: string): number =>
    Math.max(
      0,
      ...view.webhook.credentials.filter((each) => each.kind === kind).map(({ version }) => version),
    );
  const secretScope = (kind: string, version: number): string => `${application_id} ${kind} ${version}`;
  const signing = useSecret(secretScope("signing-secret", secretVersion("signing-secret")));
  const token = useSecret(secretScope("verification-token", secretVersion("verification-token")));
  const refresh = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: applicationKey(application_id, "webhook") });
  const creation = useSubmit({
    application: application_id,
    keepAs: `create-credentials:${application_id}`,
    send: (_: null, operationId) => call(createCredentials(client, { application_id, operationId })),
    async onDone({ credentials }) {
      await refresh();
      for (const { kind, version, secret } of credentials) {
        if (secret === null) continue;
        if (kind === "signing-secret") signing.showFor(secretScope(kind, version), secret);
        if (kind === "verification-token") token.showFor(secretScope(kind, version), secret);
      }
    },
    async onRecovered() {
      setLost(true);
      await refresh();
    },
  });
  const reveal = useSubmit({
    isHarmless: true,
    send: () => call(revealSigningSecret(client, { application_id })),
    onDone({ kind, version, secret }) {
      if (secret !== null) signing.showFor(secretScope(kind, version), secret);
    },
  });
  const isShown = signing.value !== undefined || token.value !== undefined;
  return (
    <Step number={1} title={t("credentials.title")} help={t("credentials.help")} isDone={isDone}>
      {isDone ? (
        <>
          {!isShown && <p>{t("credentials.ready")}</p>}
          <Facts
            items={[
              [
                t("credentials.signing"),
                <Secret
                  key="signing"
                  name={t("credentials.signing")}
                  secret={signing}
                  onReveal={() => void reveal.submit(undefined)}
                  isRevealing={reveal.isBusy}
                />,
              ],
              [
                t("credentials.verification"),
                <Secret key="token" name={t("credentials.verification")} secret={token} />,
              ],
            ]}
          />
          {isShown && (
            <div className="row">
              <CopyButton
                text={() => receiverEnvironment(application, { signing: signing.value, token: token.value })}
                name={t("credentials.file")}
                label={t("credentials.copy")}
                kind="default"
              />
            </div>
          )}
          {token.value === undefined && (
            <p className="small muted">
              {t("credentials.token")}{" "}
              <Link
                to="/$organization/$environment/applications/$application/webhook"
                params={{ ...params, application: application_id }}
              >
                {t("credentials.webhook")}
              </Link>
            </p>
          )}
        </>
      ) : (
        <div className="row">
          <Button
            kind="primary"
            isPending={creation.isBusy}
            isDisabled={creation.isLocked}
            onPress={() => void creation.submit(null)}
          >
            {t("credentials.create")}
          </Button>
        </div>
      )}
      {lost && <Notice tone="warn">{t("credentials.lost")}</Notice>}
      <SubmitStatus of={creation} />
      <SubmitStatus of={reveal} />
    </Step>
  );
}

/** The `.env` of a receiver. It is made when it is copied, and kept nowhere. */
function receiverEnvironment(
  { application_id, environment }: components["schemas"]["SandboxApplication"],
  secrets: { readonly signing: string | undefined; readonly token: string | undefined },
): string {
  return [
    `APPLICATION_ID=${application_id}`,
    `ENVIRONMENT=${environment}`,
    `WEBHOOK_SECRET=${secrets.signing ?? ""}`,
    `WEBHOOK_VERIFICATION_TOKEN=${secrets.token ?? ""}`,
    "",
  ].join("\n");
}
