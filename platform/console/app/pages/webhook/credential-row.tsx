import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { revealSigningSecret } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { type ConsoleFailure, failureOf } from "../../api/failure.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { FailureNotice } from "../../parts/failure.js";
import { type Action, actionOf } from "../../routes/application-context.js";
import { Secret } from "../../secrets/secret.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { CredentialKind, CredentialVersion } from "./credential-versions.js";
import { RotateDialog } from "./rotate-dialog.js";
import { credentialTexts } from "./texts-of-credentials.js";
import type { ShownCredential } from "./use-credential.js";

const tones = { pending: "warn", active: "good", previous: "neutral", discarded: "neutral" } as const;

/** A credential: its versions with their delivery status, and its secret only while it is shown. */
export function CredentialRow({
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
  readonly actions: readonly Action[];
}) {
  const t = useTexts(credentialTexts);
  const name = t(`name.${kind}`);
  const [isRevealing, setRevealing] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const [failure, setFailure] = useState<ConsoleFailure>();
  const isActive = versions.some(({ state }) => state === "active");
  const canReveal =
    kind === "signing-secret" && isActive && actionOf(actions, "reveal-secret")?.offered !== false;
  const rotation = actionOf(actions, `rotate-${kind}`);
  const reveal = async (): Promise<void> => {
    setRevealing(true);
    setFailure(undefined);
    try {
      const answer = await call(revealSigningSecret(client, { application_id: application }));
      if (answer.secret !== null) show(answer.version, answer.secret, true);
    } catch (thrown) {
      setFailure(failureOf(thrown));
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
