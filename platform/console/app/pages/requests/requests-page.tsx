import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { listRequests } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import type { DataColumn } from "../../list/data-table.js";
import { useLiveList } from "../../list/live-list.js";
import { LiveTable, presentFilters, RowTime } from "../../list/live-table.js";
import { LiveBadge } from "../../live.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { RequestFilters } from "./filters.js";
import { type ApiRequest, StatusBadge, useCheckName } from "./request-status.js";
import type { RequestsSearch } from "./search.js";
import { texts } from "./texts.js";
import "./requests.css";
import { FilterX, ScrollText } from "lucide-react";
import { Badge } from "../../parts/badge.js";
import { Button, LinkButton } from "../../parts/button.js";
import { Clipped } from "../../parts/clipped.js";
import { Empty } from "../../parts/notice.js";
import { Time } from "../../time.js";

const route = "/$organization/$environment/applications/$application/requests";
const rowId = ({ request_id }: ApiRequest): string => request_id;

/** What the API was asked: the latest first, filtered by what the address says. */
export function RequestsPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const scope = useScope();
  const { application_id } = useApplication().application;
  const [checks, setChecks] = useState<readonly string[]>([]);
  const filters = useMemo(() => presentFilters<RequestsSearch>(search), [search]);
  const list = useLiveList<ApiRequest, string>({
    pagesKey: ["pages", "requests", application_id, filters],
    latestKey: applicationKey(application_id, "requests", "latest", filters),
    read: async (before, signal) => {
      const request = { application_id, ...filters, limit: 100, before };
      const page = await call(listRequests(client, request, { signal }));
      setChecks(page.checks);
      return { rows: page.requests, next: page.next };
    },
    rowId,
  });
  const change = useCallback(
    (part: RequestsSearch) =>
      void navigate({ to: ".", search: (before: RequestsSearch) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const open = (request: string): void =>
    void navigate({
      to: `${route}/$request`,
      params: { ...scope.params, application: application_id, request },
    });
  const columns = useColumns();
  return (
    <div className="page full">
      <PageHeader title={t("title")} lead={t("lead")} badge={<LiveBadge />} />
      <RequestFilters value={filters} checks={checks} onChange={change} />
      <LiveTable
        list={list}
        label={t("title")}
        columns={columns}
        rowId={rowId}
        rowName={({ method, path, status }) => `${method} ${path} ${status}`}
        onOpen={open}
        empty={
          <NoRequests
            isFiltered={Object.keys(filters).length > 0}
            onClear={() => void navigate({ to: ".", search: {} })}
          />
        }
      />
    </div>
  );
}

/** Columns of the list. */
function useColumns(): readonly DataColumn<ApiRequest>[] {
  const t = useTexts(texts);
  const checkName = useCheckName();
  return useMemo(() => {
    const call = ({ method, path }: ApiRequest) => (
      <>
        <span className="requests-method">{method}</span>
        <Clipped text={path} />
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
      { id: "status", title: t("status"), width: 100, cell: (request) => <StatusBadge of={request} /> },
      {
        id: "denied",
        title: t("deniedBy"),
        width: "1fr",
        cell: ({ denied_by }) => {
          if (denied_by === null) return <span className="faint">—</span>;
          return <span className="cell-lines">{checkName(denied_by)}</span>;
        },
      },
      {
        id: "identity",
        title: t("identity"),
        width: 150,
        cell: ({ identity }) => {
          if (identity === "application" || identity === "user")
            return <Badge plain>{t(`identities.${identity}`)}</Badge>;
          return <span className="faint">—</span>;
        },
      },
      {
        id: "at",
        title: t("at"),
        width: 170,
        cell: ({ at }) => <RowTime at={at} />,
      },
    ];
  }, [t, checkName]);
}

/** What to do if there are no requests, or none that the filters let through. */
function NoRequests({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application_id } = useApplication().application;
  if (isFiltered)
    return (
      <Empty
        icon={FilterX}
        title={t("nothingMatches")}
        actions={
          <Button data-clears onPress={onClear}>
            {t("clearFilters")}
          </Button>
        }
      />
    );
  return (
    <Empty
      icon={ScrollText}
      title={t("empty")}
      actions={
        <LinkButton
          kind="primary"
          to="/$organization/$environment/applications/$application"
          params={{ ...params, application: application_id }}
        >
          {t("callConfiguration")}
        </LinkButton>
      }
    >
      {t("emptyHelp")}
    </Empty>
  );
}
