import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";

/** How a button looks: one `primary` per form or page, `danger` for what can't be undone, `plain` in toolbars. */
export type ButtonKind = "default" | "primary" | "danger" | "plain";

/** Looks of a button. */
export interface ButtonLook {
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
