import { createLink } from "@tanstack/react-router";
import { type ComponentProps, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import type { components } from "../../generated/console/types.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { en } from "../texts/en-reasons.js";
import { type TextsOf, useTexts } from "../texts/texts.js";
import { zh } from "../texts/zh-reasons.js";

/** How a button looks: one `primary` per form or page, `danger` for what can't be undone, `plain` in toolbars. */
export type ButtonKind = "default" | "primary" | "danger" | "plain";

/** Looks of a button. */
interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly size?: "default" | "small";
  /** With an icon alone; it then needs an `aria-label`. */
  readonly icon?: boolean;
}

/** The classes of a look. */
export function buttonClass(
  { kind = "default", size = "default", icon = false }: ButtonLook,
  more = "",
): string {
  return ["button", kind, size, icon ? "icon" : "", more]
    .filter((name) => name !== "" && name !== "default")
    .join(" ");
}

/** A button. While `isPending`, it can't be pressed, and says so to assistive technology. */
export function Button({
  kind,
  size,
  icon,
  className,
  ...props
}: Omit<AriaButtonProps, "className"> & ButtonLook & { readonly className?: string }) {
  return <AriaButton {...props} className={buttonClass({ kind, size, icon }, className)} />;
}

function LookedLink({ kind, size, icon, className, ...props }: ComponentProps<"a"> & ButtonLook) {
  return <a {...props} className={buttonClass({ kind, size, icon }, className)} />;
}

/** A link of the router that looks like a button. */
export const LinkButton = createLink(LookedLink);

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
  const reasonText = useReason();
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
        {t("notOffered", { why: reasonText(action) })}
      </span>
    </span>
  );
}

const reasonTexts: TextsOf<typeof en> = { en, zh };

/** Returns why an action isn't offered, in the page's language; what the backend names as remedy if the page doesn't know the reason. */
export function useReason(): (action: components["schemas"]["Action"]) => string {
  const t = useTexts(reasonTexts);
  return ({ reason, remedy }) => {
    if (reason !== null && Object.hasOwn(reasonTexts.en, reason)) return t(reason as keyof typeof en);
    return remedy ?? reason ?? "";
  };
}
