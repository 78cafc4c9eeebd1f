import { type ReactNode, useState } from "react";
import type { ConsoleFailure } from "../api/failure.js";
import { VerificationNotice } from "../session/verification.js";
import { SubmitStatus } from "../submit/submit-state.js";
import type { Submit } from "../submit/use-submit.js";
import { useCommonTexts } from "../texts/common.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { TextField } from "./fields.js";

/** A confirmation of something that matters. It isn't kept: an expired sign-in ends it, and one confirms anew. */
export function ConfirmDialog<Input>({
  title,
  confirm,
  isDanger = false,
  typed,
  isReady = true,
  of,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  /** What must be typed to confirm, such as a name. */
  readonly typed?: string;
  readonly isReady?: boolean;
  /** The command; it shows failures and an unknown result here. */
  readonly of: Submit<Input>;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const t = useCommonTexts();
  const [text, setText] = useState("");
  const isUnknown = of.state.kind === "unknown";
  const close = (): void => {
    of.reset();
    onClose();
  };
  return (
    <Dialog title={title} isOpen role="alertdialog" {...(!of.isLocked && { onClose: close })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="body">
          {children}
          {typed !== undefined && (
            <TextField
              label={t("confirmTyped", { text: typed })}
              value={text}
              onChange={setText}
              isDisabled={of.isLocked}
              autoComplete="off"
              mono
            />
          )}
          {needsVerification(of.failure) ? <VerificationNotice /> : <SubmitStatus of={of} />}
        </div>
        <footer>
          <Button onPress={close} isDisabled={of.isBusy}>
            {isUnknown ? t("actions.close") : t("actions.cancel")}
          </Button>
          <Button
            type="submit"
            kind={isDanger ? "danger" : "primary"}
            isPending={of.isBusy}
            isDisabled={isUnknown || !isReady || (typed !== undefined && text !== typed)}
          >
            {confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function needsVerification(failure: ConsoleFailure | undefined): boolean {
  return failure?.code === "verification-required";
}
