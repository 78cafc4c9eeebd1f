import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useCommonTexts } from "../texts/common.js";
import { type DataColumn, gridTemplate } from "./data-column.js";
import { TableRow } from "./table-row.js";
import { useIsNarrow } from "./use-is-narrow.js";
import { useAnchor, useScrolled } from "./use-scrolled.js";
import { rowAfterKey, rowWindow } from "./window.js";

export type { DataColumn } from "./data-column.js";

/** A table that the server pages. */
export interface DataTableProps<T> {
  /** For assistive technology. */
  readonly label: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  /** What a row is called by assistive technology. */
  readonly rowName: (row: T) => string;
  readonly onOpen?: ((id: string) => void) | undefined;
  readonly isLoading?: boolean;
  /** Loads the next page; called when the end comes near. `undefined` at the end. */
  readonly onLoadMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
  /** What an empty table shows; see `Empty`. */
  readonly empty: ReactNode;
  /** Height of what stands above and below the table, such as `20rem`. */
  readonly offset?: string;
}

const rowHeight = 44;
const phoneRowHeight = 68;

/** How near the end the next page is loaded, in rows. */
const near = 20;

/**
 * Draws only the rows that are seen, so that 100,000 stay fast: the table of React Aria takes seconds for as many. Arrow keys, Page Up,
 * Page Down, Home and End move between rows, Enter opens one.
 */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const {
    label,
    columns,
    rows,
    rowId,
    rowName,
    onOpen,
    onLoadMore,
    isLoading = false,
    isLoadingMore = false,
  } = props;
  const t = useCommonTexts();
  const narrow = useIsNarrow();
  const height = narrow ? phoneRowHeight : rowHeight;
  const area = useRef<HTMLDivElement>(null);
  const seen = useScrolled(area);
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  useAnchor(area, ids, height);
  const [activeId, setActiveId] = useState<string>();
  const active = Math.max(0, activeId === undefined ? 0 : ids.indexOf(activeId));
  const { first, last } = rowWindow(rows.length, height, seen);
  useEffect(() => {
    if (last > rows.length - near && !isLoadingMore) onLoadMore?.();
  }, [last, rows.length, isLoadingMore, onLoadMore]);
  if (!isLoading && rows.length === 0) return <div className="table-box">{props.empty}</div>;
  const shown = columns.filter(({ onPhone }) => !narrow || onPhone === true);
  const style = { gridTemplateColumns: gridTemplate(shown) };
  const press = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(seen.height / height) - 1);
    const next = rowAfterKey(event.key, active, { count: rows.length, page });
    const id = next === undefined ? undefined : ids[next];
    if (next === undefined || id === undefined) return;
    event.preventDefault();
    setActiveId(id);
    scrollTo(area.current, next * height, height);
  };
  // The row with the focus is always drawn, or the focus would be lost.
  const drawn = [
    ...new Set([
      ...(active < first ? [active] : []),
      ...range(first, last),
      ...(active >= last ? [active] : []),
    ]),
  ];
  return (
    <div className="table-box">
      <div className="table-head" style={style} aria-hidden>
        {shown.map(({ id, title }) => (
          <span key={id}>{title}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: rows of a table can't be placed */}
      <div
        ref={area}
        role="grid"
        aria-label={label}
        aria-rowcount={onLoadMore === undefined ? rows.length : -1}
        aria-colcount={shown.length}
        aria-busy={isLoading}
        className="data-table"
        style={props.offset === undefined ? undefined : ({ "--table-offset": props.offset } as CSSProperties)}
        onKeyDown={press}
      >
        <div role="presentation" className="table-rows" style={{ height: rows.length * height }}>
          {drawn.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <TableRow
                key={ids[index]}
                row={row}
                index={index}
                name={rowName(row)}
                columns={shown}
                style={{ ...style, height, transform: `translateY(${index * height}px)` }}
                isNarrow={narrow}
                isActive={index === active}
                wantsFocus={ids[index] === activeId}
                onFocus={() => setActiveId(ids[index])}
                onOpen={onOpen === undefined ? undefined : () => onOpen(rowId(row))}
              />
            );
          })}
        </div>
      </div>
      <div className="table-foot" role="status">
        <span className="number">
          {isLoading ? t("table.loading") : t("table.rows", { count: rows.length })}
        </span>
        <span>
          {isLoadingMore ? t("table.loading") : !isLoading && onLoadMore === undefined && t("table.end")}
        </span>
      </div>
    </div>
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first }, (_, index) => first + index);
}

/** Scrolls as little as shows the row. */
function scrollTo(area: HTMLElement | null, top: number, height: number): void {
  if (area === null) return;
  if (top < area.scrollTop) area.scrollTop = top;
  else if (top + height > area.scrollTop + area.clientHeight)
    area.scrollTop = top + height - area.clientHeight;
}
