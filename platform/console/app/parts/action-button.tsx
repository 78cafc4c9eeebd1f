import { useId } from "react";
import type { components } from "../../generated/console/types.js";
import { useCommonTexts } from "../texts/common.js";
import { useReason } from "../texts/use-reason.js";
import { Button, type ButtonLook } from "./button.js";

/** A button for an action that the backend offers, or doesn't: then it says why, beside itself. */
export function ActionButton({
  action,
  label,
  onPress,
  isPending = false,
  isDisabled = false,
  ...look
}: ButtonLook & {
  readonly action: components["schemas"]["Action"] | undefined;
  readonly label: string;
  readonly onPress: () => void;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
}) {
  const t = useCommonTexts();
  const reasonOf = useReason();
  const id = useId();
  if (action === undefined) return null;
  if (action.offered)
    return (
      <Button {...look} onPress={onPress} isPending={isPending} isDisabled={isDisabled}>
        {label}
      </Button>
    );
  return (
    <span className="not-offered">
      <Button {...look} isDisabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="small muted">
        {t("notOffered", { why: reasonOf(action) })}
      </span>
    </span>
  );
}
