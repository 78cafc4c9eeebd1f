import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { rotateCredential } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Notice } from "../../parts/notice.js";
import { toast } from "../../parts/toast.js";
import { useSessionState } from "../../session/session-store.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { credentialTexts } from "./texts-of-credentials.js";
import type { CredentialKind } from "./use-credential.js";

/**
 * Makes a new version of a credential, after a confirmation. If the answer is lost, the original request is recovered; its secret is never
 * asked for again, so another one needs a confirmation of its own.
 */
export function RotateDialog({
  application,
  kind,
  isOpen,
  onClose,
  onRotated,
}: {
  readonly application: string;
  readonly kind: CredentialKind;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRotated: (version: number, secret: string) => void;
}) {
  const t = useTexts(credentialTexts);
  const common = useCommonTexts();
  const queryClient = useQueryClient();
  const { secretsEpoch } = useSessionState();
  const [withheld, setWithheld] = useState<number>();
  const name = t(`name.${kind}`);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: applicationKey(application) });
  const rotate = useSubmit({
    application,
    keepAs: `rotate:${application}:${kind}`,
    send: (_: Readonly<Record<string, never>>, operationId) =>
      call(rotateCredential(client, { application_id: application, kind, operationId })),
    onDone: async ({ version, secret }) => {
      if (secret === null) setWithheld(version);
      else {
        onRotated(version, secret);
        onClose();
        toast({ tone: "good", title: t("rotated", { name, version }) });
      }
      await readAgain();
    },
    onRecovered: async ({ result }) => {
      setWithheld(typeof result?.version === "number" ? result.version : 0);
      await readAgain();
    },
  });
  const isLost = rotate.state.kind === "unknown";
  // A confirmation doesn't outlive the sign-in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: this is what should run it
  useEffect(() => {
    if (!isLost && secretsEpoch > 0) onClose();
  }, [secretsEpoch]);
  const close = (): void => {
    setWithheld(undefined);
    rotate.reset();
    onClose();
  };
  return (
    <Dialog
      title={t("rotateTitle", { name })}
      isOpen={isOpen || isLost || withheld !== undefined}
      onClose={isLost ? undefined : close}
      role="alertdialog"
    >
      <div className="body">
        {withheld === undefined ? (
          <>
            <p>{t("rotateHelp")}</p>
            <p className="muted">{kind === "signing-secret" ? t("rotateDuring") : t("rotateToken")}</p>
            <SubmitStatus of={rotate} />
          </>
        ) : (
          <Notice tone="warn" live title={t("withheld", { name })}>
            {t("withheldHelp", { version: withheld })}
          </Notice>
        )}
      </div>
      <footer>
        <Button onPress={close} isDisabled={rotate.isLocked} autoFocus>
          {common("actions.cancel")}
        </Button>
        <Button
          kind="primary"
          isPending={rotate.isBusy}
          isDisabled={rotate.isLocked}
          onPress={() => {
            setWithheld(undefined);
            void rotate.submit({});
          }}
        >
          {t("rotate")}
        </Button>
      </footer>
    </Dialog>
  );
}
