import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure as AriaDisclosure, DisclosurePanel } from "react-aria-components/Disclosure";

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
