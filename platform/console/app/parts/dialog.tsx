import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

/** A dialog over the page. */
export interface DialogProps {
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
