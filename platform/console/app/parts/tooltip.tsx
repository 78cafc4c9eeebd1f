import type { ReactElement, ReactNode } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

/** A short explanation of a button or link, shown on hover and focus. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={400}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** The same of a text, which gets the focus for it. */
export function ExplainedText({
  text,
  children,
}: {
  readonly text: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip text={text}>
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the explanation */}
        <span role="note" tabIndex={0}>
          {children}
        </span>
      </Focusable>
    </Tooltip>
  );
}
