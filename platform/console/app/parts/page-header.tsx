import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useEffect } from "react";
import { useCommonTexts } from "../texts/common-texts.js";

/** The head of a page: its title, which is the document's, too, a line about it, and what can be done. */
export function PageHeader({
  title,
  documentTitle,
  badge,
  lead,
  trail = [],
  actions,
}: {
  readonly title: ReactNode;
  /** Needed if `title` isn't a text. */
  readonly documentTitle?: string;
  readonly badge?: ReactNode;
  readonly lead?: ReactNode;
  /** Links to what contains it, the outermost first. */
  readonly trail?: readonly ReactNode[];
  readonly actions?: ReactNode;
}) {
  const t = useCommonTexts();
  const name = documentTitle ?? (typeof title === "string" ? title : undefined);
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t("console")}`;
  }, [name, t]);
  return (
    <div className="page-header">
      <div>
        {trail.length > 0 && (
          <div className="trail">
            {trail.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is what tells them apart
              <Fragment key={index}>
                {part}
                <ChevronRight size={14} aria-hidden />
              </Fragment>
            ))}
          </div>
        )}
        <div className="title-row">
          <h1>{typeof title === "string" ? breakable(title) : title}</h1>
          {badge}
        </div>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

/** A name such as `oem.subscription.renewed.v1` or a path, which may break after its dots, slashes and underscores. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=[./_])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is what tells them apart
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
