import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** What of a scrolled area is seen, in pixels. */
export interface Seen {
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
