import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
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
  return (
    <div className={`notice ${tone}`} role={live ? (tone === "bad" ? "alert" : "status") : undefined}>
      <Icon size={18} aria-hidden />
      <div>
        {title !== undefined && <p className="title">{title}</p>}
        {children !== undefined && (typeof children === "string" ? <p>{children}</p> : children)}
        {actions !== undefined && <div className="row actions">{actions}</div>}
      </div>
    </div>
  );
}
