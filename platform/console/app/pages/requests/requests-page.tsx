import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { listRequests } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { NewRowsBar } from "../../list/new-rows-bar.js";
import { useLiveList } from "../../list/use-live-list.js";
import { LiveBadge } from "../../live/live-badge.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { DataTable } from "../../table/data-table.js";
import { useTexts } from "../../texts/texts.js";
import { useColumns } from "./columns.js";
import { RequestFilters } from "./filters.js";
import { NoRequests } from "./no-requests.js";
import type { ApiRequest } from "./request-types.js";
import type { RequestsSearch } from "./search.js";
import { texts } from "./texts.js";
import "./requests.css";

const route = "/$organization/$environment/applications/$application/requests";
const idOf = ({ request_id }: ApiRequest): string => request_id;

/** What the API was asked: the latest first, filtered by what the address says. */
export function RequestsPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const scope = useScope();
  const { application_id } = useApplication().application;
  const [checks, setChecks] = useState<readonly string[]>([]);
  const filters = useMemo(
    () => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
    [search],
  ) as RequestsSearch;
  const list = useLiveList<ApiRequest, string>({
    pagesKey: ["pages", "requests", application_id, filters],
    latestKey: applicationKey(application_id, "requests", "latest", filters),
    read: async (before, signal) => {
      const request = { application_id, ...filters, limit: 100, before };
      const page = await call(listRequests(client, request, { signal }));
      setChecks(page.checks);
      return { rows: page.requests, next: page.next };
    },
    rowId: idOf,
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
      <div className="list">
        <NewRowsBar of={list} />
        {list.error === null ? (
          <DataTable
            key={list.generation}
            offset="24rem"
            label={t("title")}
            columns={columns}
            rows={list.rows}
            rowId={idOf}
            rowName={({ method, path, status }) => `${method} ${path} ${status}`}
            onOpen={open}
            isLoading={list.isPending}
            onLoadMore={list.loadMore}
            isLoadingMore={list.isLoadingMore}
            empty={
              <NoRequests
                isFiltered={Object.keys(filters).length > 0}
                onClear={() => void navigate({ to: ".", search: {} })}
              />
            }
          />
        ) : (
          <div className="panel">
            <FailureView failure={list.error} onRetry={list.retry} />
          </div>
        )}
      </div>
    </div>
  );
}
