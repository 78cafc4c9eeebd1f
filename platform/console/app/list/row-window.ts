import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** The rows that are drawn: from `first` to before `last`. */
interface RowWindow {
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
  if (wanted === undefined) return undefined;
  return Math.max(0, Math.min(count - 1, wanted));
}

/** What of a scrolled area is seen, in pixels. */
interface Seen {
  readonly top: number;
  readonly height: number;
}

/** Follows how far an element is scrolled, and how high it is. */
export function useScrolled(element: RefObject<HTMLElement | null>): Seen {
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const read = (): void => setSeen({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(current);
    current.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", read);
    };
  }, [element]);
  return seen;
}

/** Keeps the rows that are read in their place when new ones come in above them. At the very top, new ones are shown. */
export function useAnchor(
  element: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowHeight: number,
): void {
  const before = useRef<readonly string[]>(ids);
  useLayoutEffect(() => {
    const { current } = element;
    const former = before.current;
    before.current = ids;
    if (current === null || former === ids || current.scrollTop === 0) return;
    const anchor = former[Math.floor(current.scrollTop / rowHeight)];
    if (anchor === undefined) return;
    const moved = ids.indexOf(anchor) - former.indexOf(anchor);
    if (moved > 0) current.scrollTop += moved * rowHeight;
  }, [element, ids, rowHeight]);
}

const narrow = matchMedia("(max-width: 47.99rem)");
const compact = matchMedia("(max-width: 71.99rem)");

/** Returns whether the page is as narrow as a phone. */
export function useIsNarrow(): boolean {
  return useMatches(narrow);
}

/** Returns whether a table has too little room for its columns beside the navigation, and shows several things below each other. */
export function useIsCompact(): boolean {
  return useMatches(compact);
}

function useMatches(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
