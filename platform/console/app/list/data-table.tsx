import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useCommonTexts } from "../texts/common-texts.js";
import { rowAfterKey, rowWindow, useAnchor, useIsCompact, useScrolled } from "./row-window.js";

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
  const narrow = useIsCompact();
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
  const drawn = range(first, last);
  if (active < first) drawn.unshift(active);
  if (active >= last) drawn.push(active);
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
            if (row === undefined) return null;
            return (
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

/** A column of a table. */
export interface DataColumn<T> {
  readonly id: string;
  readonly title: string;
  /** In pixels, or shares of what is left, such as `2fr`. Default: `1fr`. */
  readonly width?: number | `${number}fr`;
  readonly cell: (row: T) => ReactNode;
  /** Whether it is shown on a phone, too. Default: no. */
  readonly onPhone?: boolean;
  /** What it shows on a phone instead: several things below each other, in at most 64 pixels. */
  readonly phoneCell?: (row: T) => ReactNode;
}

/** The columns as a `grid-template-columns`. */
function gridTemplate(columns: readonly DataColumn<never>[]): string {
  return columns
    .map(({ width = "1fr" }) => (typeof width === "number" ? `${width}px` : `minmax(0, ${width})`))
    .join(" ");
}

/** A row of a `DataTable`, at its place. */
function TableRow<T>({
  row,
  index,
  name,
  columns,
  style,
  isNarrow,
  isActive,
  wantsFocus,
  onFocus,
  onOpen,
}: {
  readonly row: T;
  readonly index: number;
  readonly name: string;
  readonly columns: readonly DataColumn<T>[];
  readonly style: CSSProperties;
  readonly isNarrow: boolean;
  /** Whether the Tab key leads to it. */
  readonly isActive: boolean;
  /** Whether it takes the focus if that is in the table. */
  readonly wantsFocus: boolean;
  readonly onFocus: () => void;
  readonly onOpen?: (() => void) | undefined;
}) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!wantsFocus || current === null || current.contains(document.activeElement)) return;
    if (current.closest('[role="grid"]')?.contains(document.activeElement) === true)
      current.focus({ preventScroll: true });
  }, [wantsFocus]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table can't be placed
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 1}
      aria-label={name}
      tabIndex={isActive ? 0 : -1}
      className={onOpen === undefined ? "table-row" : "table-row opens"}
      style={style}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen?.();
      }}
    >
      {columns.map(({ id, title, cell, phoneCell }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus
        <div key={id} role="gridcell" aria-colindex={place + 1}>
          <span className="hidden-visually">{title}: </span>
          {isNarrow && phoneCell !== undefined ? phoneCell(row) : cell(row)}
        </div>
      ))}
    </div>
  );
}
