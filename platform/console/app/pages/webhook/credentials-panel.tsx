import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { createCredentials } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { actionOf } from "../../routes/application-context.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import { CredentialRow } from "./credential-row.js";
import { type CredentialKind, versionsOf } from "./credential-versions.js";
import { credentialTexts } from "./texts-of-credentials.js";
import { type ShownCredential, useCredential } from "./use-credential.js";
import type { WebhookView } from "./webhook-query.js";

/** The credentials of the application. Only version and delivery status stay on the page. */
export function CredentialsPanel({
  application,
  view,
}: {
  readonly application: string;
  readonly view: WebhookView;
}) {
  const t = useTexts(credentialTexts);
  const queryClient = useQueryClient();
  const { credentials } = view.webhook;
  const of = (kind: CredentialKind) => ({
    ...{ application, kind },
    version: versionsOf(credentials, kind)[0]?.version ?? 0,
  });
  const shown: Readonly<Record<CredentialKind, ShownCredential>> = {
    "signing-secret": useCredential(of("signing-secret")),
    "verification-token": useCredential(of("verification-token")),
    "encrypt-key": useCredential(of("encrypt-key")),
  };
  const kinds: readonly CredentialKind[] = [
    "signing-secret",
    "verification-token",
    ...(view.encryption ? (["encrypt-key"] as const) : []),
  ];
  const isMissing = kinds.some((kind) => versionsOf(credentials, kind).length === 0);
  const create = useSubmit({
    application,
    keepAs: `create-credentials:${application}`,
    send: (_: Readonly<Record<string, never>>, operationId) =>
      call(createCredentials(client, { application_id: application, operationId })),
    onDone: async (answer) => {
      for (const { kind, version, secret } of answer.credentials)
        if (secret !== null) shown[kind].show(version, secret);
      await queryClient.invalidateQueries({ queryKey: applicationKey(application) });
    },
    onRecovered: async () => {
      await queryClient.invalidateQueries({ queryKey: applicationKey(application) });
      toast({ tone: "info", title: t("created"), text: t("lost") });
    },
  });
  const isFirst = credentials.length === 0;
  const isOnce = (["verification-token", "encrypt-key"] as const).some(
    (kind) => shown[kind].secret.value !== undefined,
  );
  return (
    <Panel
      title={t("title")}
      lead={isFirst ? t("first") : t("lead")}
      actions={
        isMissing && (
          <Button
            kind="primary"
            isPending={create.isBusy}
            isDisabled={create.isLocked || actionOf(view.actions, "create-credentials")?.offered === false}
            onPress={() => void create.submit({})}
          >
            <KeyRound size={15} aria-hidden />
            {isFirst ? t("create") : t("missing")}
          </Button>
        )
      }
    >
      <div className="stack">
        <SubmitStatus of={create} />
        {isOnce && (
          <Notice tone="info" live title={t("once")}>
            {t("onceHelp")}
          </Notice>
        )}
        <ul className="webhook-credentials">
          {kinds.map((kind) => (
            <CredentialRow
              key={kind}
              application={application}
              kind={kind}
              versions={versionsOf(credentials, kind)}
              shown={shown[kind]}
              actions={view.actions}
            />
          ))}
        </ul>
      </div>
    </Panel>
  );
}
