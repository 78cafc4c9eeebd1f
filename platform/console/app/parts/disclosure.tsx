import { ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Focusable } from "react-aria-components/Focusable";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

/** Something that is folded until one asks for it. */
export function Disclosure({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  /** At the beginning. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <AriaDisclosure className="disclosure" defaultExpanded={isOpen}>
      <div className="head">
        <Button slot="trigger">
          <ChevronRight size={16} aria-hidden />
          {title}
        </Button>
      </div>
      <DisclosurePanel>
        <div>{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}

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
