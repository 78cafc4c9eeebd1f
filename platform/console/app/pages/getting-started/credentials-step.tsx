import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createCredentials, revealSigningSecret } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";
import { environmentFile } from "../../environment-file.js";
import { Button } from "../../parts/button.js";
import { CopyButton } from "../../parts/copy.js";
import { Notice } from "../../parts/notice.js";
import { Facts } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { Secret, useSecret } from "../../secret.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { environmentTexts } from "../../texts/environment-texts.js";
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
  const details = useApplication();
  const { params } = useScope();
  const { application_id, clients } = details.application;
  const target = { ...params, application: application_id };
  const hasClientSecret = clients.some(({ identity }) => identity === "application");
  const comments = useTexts(environmentTexts);
  const queryClient = useQueryClient();
  const [lost, setLost] = useState(false);
  // Until their values are shown, too.
  const [isMaking, setMaking] = useState(false);
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
    send(_: null, operationId) {
      setMaking(true);
      return call(createCredentials(client, { application_id, operationId }));
    },
    async onDone({ credentials }) {
      await refresh();
      for (const { kind, version, secret } of credentials) {
        if (secret === null) continue;
        if (kind === "signing-secret") signing.showFor(secretScope(kind, version), secret);
        if (kind === "verification-token") token.showFor(secretScope(kind, version), secret);
      }
      setMaking(false);
    },
    onFailure: () => setMaking(false),
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
      {isDone && !isMaking ? (
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
          <div className="row">
            <CopyButton
              text={() => environmentFile(details, { signing: signing.value, token: token.value }, comments)}
              name={t("credentials.file")}
              label={t("credentials.copy")}
              kind="default"
            />
          </div>
          <ul className="small muted stack-small">
            {signing.value === undefined && <li>{t("credentials.signingMissing")}</li>}
            {token.value === undefined && (
              <li>
                {t("credentials.token")}{" "}
                <Link to="/$organization/$environment/applications/$application/webhook" params={target}>
                  {t("credentials.webhook")}
                </Link>
              </li>
            )}
            {hasClientSecret && (
              <li>
                {t("credentials.clientSecret")}{" "}
                <Link to="/$organization/$environment/applications/$application" params={target}>
                  {t("credentials.configuration")}
                </Link>
              </li>
            )}
          </ul>
        </>
      ) : (
        <div className="row">
          <Button
            kind="primary"
            isPending={isMaking}
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
