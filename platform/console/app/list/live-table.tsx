import { FailureView } from "../parts/failure.js";
import { Time } from "../time.js";
import { DataTable, type DataTableProps } from "./data-table.js";
import { type LiveList, NewRowsBar } from "./live-list.js";

type LiveTableProps<Row> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "rowId" | "rowName" | "onOpen" | "empty"
> & { readonly list: LiveList<Row> };

/** The rows of a live list, or why they can't be read. */
export function LiveTable<Row extends object>({ list, ...table }: LiveTableProps<Row>) {
  return (
    <div className="list">
      <NewRowsBar of={list} />
      {list.error === null ? (
        <DataTable
          key={list.generation}
          offset="24rem"
          rows={list.rows}
          isLoading={list.isPending}
          onLoadMore={list.loadMore}
          isLoadingMore={list.isLoadingMore}
          {...table}
        />
      ) : (
        <div className="panel">
          <FailureView failure={list.error} onRetry={list.retry} />
        </div>
      )}
    </div>
  );
}

/** When the thing of a row happened. */
export function RowTime({ at }: { readonly at: string }) {
  return (
    <span className="muted">
      <Time at={at} />
    </span>
  );
}

/** The filters that an address has. */
export function presentFilters<Search extends object>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search;
}
