/** The rows that are drawn: from `first` to before `last`. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Rows that are drawn beyond what is seen, so that fast scrolling shows no gap. */
const beyond = 8;

/** Returns which of `count` rows to draw, all of the same height in pixels, for a place in the scrolled area. */
export function rowWindow(
  count: number,
  rowHeight: number,
  seen: { readonly top: number; readonly height: number },
): RowWindow {
  const first = Math.max(0, Math.floor(seen.top / rowHeight) - beyond);
  const last = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + beyond);
  return { first: Math.min(first, last), last };
}

/** Returns the row that a key leads to, or `undefined` if it isn't a key that moves. `page` is how many rows are seen. */
export function rowAfterKey(
  key: string,
  row: number,
  { count, page }: { readonly count: number; readonly page: number },
): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: count - 1,
  };
  const wanted = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return wanted === undefined ? undefined : Math.max(0, Math.min(count - 1, wanted));
}
