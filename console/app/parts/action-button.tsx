import { useId } from "react";
import type { components } from "../../generated/console/types.js";
import { useCommonTexts } from "../texts/common.js";
import { Button, type ButtonLook } from "./button.js";

/** A button for an action that the backend offers, or doesn't: then it says why, beside itself. */
export function ActionButton({
  action,
  label,
  reason,
  onPress,
  isPending = false,
  isDisabled = false,
  ...look
}: ButtonLook & {
  readonly action: components["schemas"]["Action"] | undefined;
  readonly label: string;
  /** Why it isn't offered, in the page's language. Default: the remedy that the backend names. */
  readonly reason?: string | undefined;
  readonly onPress: () => void;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
}) {
  const t = useCommonTexts();
  const id = useId();
  if (action === undefined) return null;
  if (action.offered)
    return (
      <Button {...look} onPress={onPress} isPending={isPending} isDisabled={isDisabled}>
        {label}
      </Button>
    );
  const why = reason ?? action.remedy ?? action.reason ?? "";
  return (
    <span className="not-offered">
      <Button {...look} isDisabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="small muted">
        {t("notOffered", { why })}
      </span>
    </span>
  );
}
