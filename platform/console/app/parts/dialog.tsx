import { type ReactNode, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { ConsoleFailure } from "../client.js";
import { VerificationNotice } from "../session/use-session.js";
import { type Submit, SubmitStatus } from "../submit.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { Button } from "./button.js";
import { TextField } from "./fields.js";

/** A dialog over the page. */
interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** Called when it is dismissed. Without it, only its own buttons close it. */
  readonly onClose?: (() => void) | undefined;
  readonly wide?: boolean;
  /** `alertdialog` if it interrupts. */
  readonly role?: "dialog" | "alertdialog";
  /** A `<div className="body">` and a `<footer>`, or a form with both. */
  readonly children: ReactNode;
}

/** Shows a dialog: focus stays in it, Escape closes it, and focus returns afterwards. */
export function Dialog({ title, isOpen, onClose, wide = false, role = "dialog", children }: DialogProps) {
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={isOpen}
      isDismissable={onClose !== undefined && role === "dialog"}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Modal className={wide ? "modal wide" : "modal"}>
        <AriaDialog className="dialog" role={role}>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

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
