import { useMemo } from "react";
import { Badge } from "../../parts/badge.js";
import type { DataColumn } from "../../table/data-table.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import { useCheckName } from "./check-name.js";
import type { ApiRequest } from "./request-types.js";
import { StatusBadge } from "./status-badge.js";
import { texts } from "./texts.js";

/** Columns of the list. */
export function useColumns(): readonly DataColumn<ApiRequest>[] {
  const t = useTexts(texts);
  const checkName = useCheckName();
  return useMemo(() => {
    const call = ({ method, path }: ApiRequest) => (
      <>
        <span className="requests-method">{method}</span>
        <code className="truncate" title={path}>
          {path}
        </code>
      </>
    );
    return [
      {
        id: "request",
        title: t("request"),
        width: "1.9fr",
        cell: call,
        onPhone: true,
        phoneCell: (request) => (
          <span className="requests-phone">
            <span className="row-between">
              <StatusBadge of={request} />
              <span className="small muted">
                <Time at={request.at} />
              </span>
            </span>
            <span className="row requests-call">{call(request)}</span>
          </span>
        ),
      },
      { id: "status", title: t("status"), width: 90, cell: (request) => <StatusBadge of={request} /> },
      {
        id: "denied",
        title: t("deniedBy"),
        width: "1fr",
        cell: ({ denied_by }) =>
          denied_by === null ? (
            <span className="faint">—</span>
          ) : (
            <span className="truncate">{checkName(denied_by)}</span>
          ),
      },
      {
        id: "identity",
        title: t("identity"),
        width: 120,
        cell: ({ identity }) =>
          identity === "application" || identity === "user" ? (
            <Badge plain>{t(`identities.${identity}`)}</Badge>
          ) : (
            <span className="faint">—</span>
          ),
      },
      {
        id: "at",
        title: t("at"),
        width: 140,
        cell: ({ at }) => (
          <span className="muted">
            <Time at={at} />
          </span>
        ),
      },
    ];
  }, [t, checkName]);
}
