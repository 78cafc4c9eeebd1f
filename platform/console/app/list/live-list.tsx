import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../parts/button.js";
import { useCommonTexts } from "../texts/common-texts.js";
import "./list.css";

/** A page of a list as the server gives it. */
interface ListPage<Row, Cursor extends string | number> {
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
  /** True if the page was full, so more rows than `arrived` may be new. */
  readonly arrivedMore: boolean;
  /** Shows what arrived, with the latest first. */
  readonly showLatest: () => void;
  /** Changes when the list begins anew: a key for the table, which then is at its top. */
  readonly generation: number;
}

/** How rows are read. */
interface LiveListOptions<Row, Cursor extends string | number> {
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
  const isFirst = fresh > 0 && pages.data !== undefined && shown.length === 0;
  useEffect(() => {
    if (isFirst) showLatest();
  }, [isFirst, showLatest]);
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
  if (shown.some((row) => byId.get(rowId(row)) ?? false))
    return shown.map((row) => byId.get(rowId(row)) ?? row);
  return shown;
}

/** Says that rows arrived, and shows them when it is pressed; until then nothing that is read moves. */
export function NewRowsBar({ of }: { readonly of: LiveList<unknown> }) {
  const t = useCommonTexts();
  const place = useRef<HTMLDivElement>(null);
  const { generation } = of;
  // The button goes with what it announced; its focus goes to the rows.
  useEffect(() => {
    if (generation === 0 || document.activeElement !== document.body) return;
    place.current?.parentElement?.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
  }, [generation]);
  return (
    <div ref={place} className="list-new" role="status">
      {of.arrived > 0 && (
        <Button size="small" onPress={of.showLatest}>
          <ArrowUp size={14} aria-hidden />
          {t("table.new", { count: of.arrived })}
          {of.arrivedMore && "+"}
        </Button>
      )}
    </div>
  );
}
