import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";

/** A page of a list as the server gives it. */
export interface ListPage<Row, Cursor extends string | number> {
  readonly rows: readonly Row[];
  /** `null` at the end. */
  readonly next: Cursor | null;
}

/** A list that the server pages, whose rows stay where they are while new ones arrive. */
export interface LiveList<Row> {
  readonly rows: readonly Row[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** `undefined` at the end. */
  readonly loadMore: (() => void) | undefined;
  readonly isLoadingMore: boolean;
  /** How many rows arrived that aren't shown yet. */
  readonly arrived: number;
  /** Whether more than `arrived` did. */
  readonly arrivedMore: boolean;
  /** Shows what arrived, with the latest first. */
  readonly showLatest: () => void;
  /** Changes when the list begins anew: a key for the table, which then is at its top. */
  readonly generation: number;
}

/** How rows are read. */
export interface LiveListOptions<Row, Cursor extends string | number> {
  /** Of the pages. Live entries must not refresh it, since that would move rows. */
  readonly pagesKey: readonly unknown[];
  /** Of the latest rows, which live entries refresh. */
  readonly latestKey: readonly unknown[];
  readonly read: (before: Cursor | undefined, signal: AbortSignal) => Promise<ListPage<Row, Cursor>>;
  readonly rowId: (row: Row) => string;
}

const none: readonly never[] = [];

/** Reads a list page by page, and its latest rows again whenever something happens: known rows are updated in place, new ones are counted. */
export function useLiveList<Row, Cursor extends string | number>({
  pagesKey,
  latestKey,
  read,
  rowId,
}: LiveListOptions<Row, Cursor>): LiveList<Row> {
  const queryClient = useQueryClient();
  const [generation, setGeneration] = useState(0);
  const pages = useInfiniteQuery({
    queryKey: pagesKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await read((pageParam as Cursor | null) ?? undefined, signal);
      if (pageParam === null) queryClient.setQueryData(latestKey, page);
      return page;
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  const latest = useQuery({
    queryKey: latestKey,
    queryFn: ({ signal }) => read(undefined, signal),
    enabled: pages.data !== undefined,
    structuralSharing: false,
  });
  const shown = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? none, [pages.data]);
  const ids = useMemo(() => new Set(shown.map(rowId)), [shown, rowId]);
  const latestRows = latest.data?.rows ?? none;
  const rows = useMemo(() => patched(shown, latestRows, rowId), [shown, latestRows, rowId]);
  const fresh = useMemo(
    () => latestRows.filter((row) => !ids.has(rowId(row))).length,
    [latestRows, ids, rowId],
  );

  const latestPage = latest.data;
  const pagesKeyText = JSON.stringify(pagesKey);
  const showLatest = useCallback(() => {
    if (latestPage === undefined) return;
    queryClient.setQueryData(JSON.parse(pagesKeyText), { pages: [latestPage], pageParams: [null] });
    setGeneration((count) => count + 1);
  }, [queryClient, latestPage, pagesKeyText]);
  // Nothing is read in an empty list, so what arrives is shown at once.
  if (fresh > 0 && pages.data !== undefined && shown.length === 0) queueMicrotask(showLatest);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  return {
    rows,
    isPending: pages.isPending,
    error: pages.data === undefined ? pages.error : null,
    retry: () => void pages.refetch(),
    loadMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
    arrived: shown.length === 0 ? 0 : fresh,
    arrivedMore: fresh > 0 && fresh === latestRows.length,
    showLatest,
    generation,
  };
}

/** The rows, each as it was last read. */
function patched<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  rowId: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(latest.map((row) => [rowId(row), row]));
  return shown.some((row) => byId.get(rowId(row)) ?? false)
    ? shown.map((row) => byId.get(rowId(row)) ?? row)
    : shown;
}
