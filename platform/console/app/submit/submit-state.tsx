import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../parts/button.js";
import { FailureNotice } from "../parts/failure.js";
import { Notice } from "../parts/notice.js";
import { useCommonTexts } from "../texts/common.js";
import type { Submit } from "./use-submit.js";

/** Shows why a command failed, or that its result is unknown, with *Recover original request*. Belongs above the form's buttons. */
export function SubmitStatus<Input>({
  of,
  children,
}: {
  readonly of: Submit<Input>;
  readonly children?: ReactNode;
}) {
  const t = useCommonTexts();
  const { state } = of;
  if (state.kind === "failed") return <FailureNotice failure={state.failure}>{children}</FailureNotice>;
  if (state.kind !== "unknown") return null;
  const { outcome, operationId, recovering } = state;
  if (outcome?.state === "refused")
    return (
      <Notice
        tone="bad"
        live
        title={t("unknown.failed")}
        actions={<Button onPress={of.reset}>{t("actions.edit")}</Button>}
      >
        <p>{outcome.refusal?.message}</p>
      </Notice>
    );
  if (outcome?.state === "unknown")
    return (
      <Notice
        tone="info"
        live
        title={t("unknown.never")}
        actions={<Button onPress={of.reset}>{t("actions.edit")}</Button>}
      >
        {t("unknown.neverHelp")}
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      live
      title={t("unknown.title")}
      actions={
        <Button onPress={() => void of.recover()} isPending={recovering}>
          <RotateCcw size={15} aria-hidden />
          {recovering ? t("unknown.recovering") : t("unknown.recover")}
        </Button>
      }
    >
      <p>
        {outcome === undefined
          ? t("unknown.help")
          : outcome.state === "running"
            ? t("unknown.pending")
            : t("unknown.uncertain")}
      </p>
      <p className="small muted">
        {t("unknown.operation")}: <code className="break">{operationId}</code>
      </p>
    </Notice>
  );
}
