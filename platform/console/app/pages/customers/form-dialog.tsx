import type { ReactNode } from "react";
import { Form } from "react-aria-components/Form";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { type Submit, SubmitStatus } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";

/** A dialog with a form that submits a command, and shows what became of it. */
export function FormDialog<Input>({
  title,
  isOpen,
  onClose,
  of,
  onSubmit,
  label,
  isReady,
  cancel,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly of: Submit<Input>;
  readonly onSubmit: () => void;
  /** Of the button that submits. */
  readonly label: string;
  readonly isReady: boolean;
  /** Of the other button. Default: Cancel. */
  readonly cancel?: string;
  readonly children: ReactNode;
}) {
  const common = useCommonTexts();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={of.isBusy ? undefined : onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !of.isLocked) onSubmit();
        }}
      >
        <div className="body">
          {children}
          <SubmitStatus of={of} />
        </div>
        <footer>
          <Button onPress={onClose} isDisabled={of.isBusy}>
            {cancel ?? common("actions.cancel")}
          </Button>
          <Button type="submit" kind="primary" isPending={of.isBusy} isDisabled={of.isLocked || !isReady}>
            {label}
          </Button>
        </footer>
      </Form>
    </Dialog>
  );
}
