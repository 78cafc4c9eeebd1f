import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { listDeliveries } from "../../../generated/console/client.js";
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
import { deliveryName, useColumns } from "./columns.js";
import type { Delivery } from "./delivery-types.js";
import { DeliveryFilters } from "./filters.js";
import { NoDeliveries } from "./no-deliveries.js";
import type { DeliveriesSearch } from "./search.js";
import { texts } from "./texts.js";
import "./deliveries.css";

const route = "/$organization/$environment/applications/$application/deliveries";
const idOf = ({ delivery_id }: Delivery): string => delivery_id;

/** What was delivered: the latest first, filtered by what the address says. */
export function DeliveriesPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const scope = useScope();
  const { application_id } = useApplication().application;
  const filters = useMemo(
    () => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
    [search],
  ) as DeliveriesSearch;
  const list = useLiveList<Delivery, number>({
    pagesKey: ["pages", "deliveries", application_id, filters],
    latestKey: applicationKey(application_id, "deliveries", "latest", filters),
    read: async (before, signal) => {
      const request = { application_id, ...filters, limit: 100, before };
      const { deliveries, next } = await call(listDeliveries(client, request, { signal }));
      return { rows: deliveries, next };
    },
    rowId: idOf,
  });
  const change = useCallback(
    (part: DeliveriesSearch) =>
      void navigate({
        to: ".",
        search: (before: DeliveriesSearch) => ({ ...before, ...part }),
        replace: true,
      }),
    [navigate],
  );
  const open = (delivery: string): void =>
    void navigate({
      to: `${route}/$delivery`,
      params: { ...scope.params, application: application_id, delivery },
    });
  const columns = useColumns();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="page full">
      <PageHeader title={t("title")} lead={t("lead")} badge={<LiveBadge />} />
      <DeliveryFilters value={filters} onChange={change} />
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
            rowName={(row) => deliveryName(row, t)}
            onOpen={open}
            isLoading={list.isPending}
            onLoadMore={list.loadMore}
            isLoadingMore={list.isLoadingMore}
            empty={
              <NoDeliveries isFiltered={isFiltered} onClear={() => void navigate({ to: ".", search: {} })} />
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
