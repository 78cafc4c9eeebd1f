import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What a list shows while it is empty: what would be here, and what to do for it. */
export function Empty({
  icon: Icon,
  title,
  children,
  actions,
  isPage = false,
}: {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether it is all that the page shows; its title is then the page's. */
  readonly isPage?: boolean;
}) {
  return (
    <div className="empty">
      <span className="emblem">
        <Icon size={22} aria-hidden />
      </span>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
}
