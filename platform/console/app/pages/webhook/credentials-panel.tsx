import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, RefreshCw } from "lucide-react";
import { useState } from "react";
import { createCredentials, revealSigningSecret } from "../../../generated/console/client.js";
import { applicationKey, type ConsoleFailure, call, client, consoleFailure } from "../../client.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { FailureNotice } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { findAction, type OfferedAction } from "../../scope.js";
import { Secret } from "../../secret.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import { RotateDialog } from "./rotate-dialog.js";
import { credentialTexts } from "./texts-of-credentials.js";
import {
  type CredentialKind,
  type CredentialVersion,
  type ShownCredential,
  useCredential,
  versionsInUse,
} from "./use-credential.js";
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
    application,
    kind,
    version: versionsInUse(credentials, kind)[0]?.version ?? 0,
  });
  const shown: Readonly<Record<CredentialKind, ShownCredential>> = {
    "signing-secret": useCredential(of("signing-secret")),
    "verification-token": useCredential(of("verification-token")),
    "encrypt-key": useCredential(of("encrypt-key")),
  };
  const kinds: CredentialKind[] = ["signing-secret", "verification-token"];
  if (view.encryption) kinds.push("encrypt-key");
  const isMissing = kinds.some((kind) => versionsInUse(credentials, kind).length === 0);
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
            isDisabled={create.isLocked || findAction(view.actions, "create-credentials")?.offered === false}
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
              versions={versionsInUse(credentials, kind)}
              shown={shown[kind]}
              actions={view.actions}
            />
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const tones = { pending: "warn", active: "good", previous: "neutral", discarded: "neutral" } as const;

/** A credential: its versions with their delivery status, and its secret only while it is shown. */
function CredentialRow({
  application,
  kind,
  versions,
  shown: { secret, show },
  actions,
}: {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly versions: readonly CredentialVersion[];
  readonly shown: ShownCredential;
  readonly actions: readonly OfferedAction[];
}) {
  const t = useTexts(credentialTexts);
  const name = t(`name.${kind}`);
  const [isRevealing, setRevealing] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const [failure, setFailure] = useState<ConsoleFailure>();
  const isActive = versions.some(({ state }) => state === "active");
  const canReveal =
    kind === "signing-secret" && isActive && findAction(actions, "reveal-secret")?.offered !== false;
  const rotation = findAction(actions, `rotate-${kind}`);
  const reveal = async (): Promise<void> => {
    setRevealing(true);
    setFailure(undefined);
    try {
      const answer = await call(revealSigningSecret(client, { application_id: application }));
      if (answer.secret !== null) show(answer.version, answer.secret, true);
    } catch (thrown) {
      setFailure(consoleFailure(thrown));
    } finally {
      setRevealing(false);
    }
  };
  return (
    <li className="credential">
      <div>
        <h3>{name}</h3>
        <p className="small muted">{t(`use.${kind}`)}</p>
      </div>
      <div className="stack-small">
        {versions.length === 0 && <p className="muted">{t("notMade")}</p>}
        {versions.map(({ version, state, created_at }) => (
          <p key={version} className="row small">
            <span className="number strong">{t("version", { version })}</span>
            <Badge tone={tones[state]}>{t(`status.${state}`)}</Badge>
            <span className="muted">
              {t.rich("since", { time: () => <Time key="time" at={created_at} /> })}
            </span>
          </p>
        ))}
        {versions.some(({ state }) => state === "pending") && (
          <p className="small">{t("waiting", { version: versions[0]?.version ?? 0 })}</p>
        )}
        {versions.some(({ state }) => state === "previous") && <p className="small muted">{t("remove")}</p>}
        {isActive && (canReveal || secret.value !== undefined) && (
          <Secret
            name={name}
            secret={secret}
            onReveal={canReveal ? () => void reveal() : undefined}
            isRevealing={isRevealing}
          />
        )}
        {isActive && !canReveal && secret.value === undefined && <p className="small muted">{t("lost")}</p>}
        {failure !== undefined && <FailureNotice failure={failure} />}
      </div>
      {isActive && (
        <Button
          size="small"
          aria-label={t("rotateOf", { name })}
          isDisabled={rotation?.offered === false}
          onPress={() => setRotating(true)}
        >
          <RefreshCw size={14} aria-hidden />
          {t("rotate")}
        </Button>
      )}
      <RotateDialog
        application={application}
        kind={kind}
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        onRotated={(version, value) => show(version, value)}
      />
    </li>
  );
}
