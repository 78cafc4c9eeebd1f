import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const icons = {
  neutral: Info,
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
} as const;

/** A message on the page. With `live`, assistive technology reads it when it appears. */
export function Notice({
  tone = "neutral",
  title,
  actions,
  live = false,
  children,
}: {
  readonly tone?: keyof typeof icons;
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly live?: boolean;
  readonly children?: ReactNode;
}) {
  const Icon = icons[tone];
  const liveRole = tone === "bad" ? "alert" : "status";
  return (
    <div className={`notice ${tone}`} role={live ? liveRole : undefined}>
      <Icon size={18} aria-hidden />
      <div>
        {title !== undefined && <p className="title">{title}</p>}
        {children !== undefined && (typeof children === "string" ? <p>{children}</p> : children)}
        {actions !== undefined && <div className="row actions">{actions}</div>}
      </div>
    </div>
  );
}

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
