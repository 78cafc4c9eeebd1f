import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { DataColumn } from "./data-column.js";

/** A row of a `DataTable`, at its place. */
export function TableRow<T>({
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
