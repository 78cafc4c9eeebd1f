import { useCallback, useState } from "react";
import { type LiveEntry, useLiveEntries } from "../live/live-store.js";

/** Entries that are kept for the list. */
export const mostEntries = 100;

/** Entries, the latest first, and how many there were. */
export interface RecentEntries {
  readonly entries: readonly LiveEntry[];
  readonly count: number;
}

/** Collects what happens to customers and clock while the component is on the page; requests to the API are left out. */
export function useEntries(): RecentEntries {
  const [recent, setRecent] = useState<RecentEntries>({ entries: [], count: 0 });
  useLiveEntries(
    useCallback((entry) => {
      if (entry.kind === "request") return;
      setRecent(({ entries, count }) => ({
        entries: [entry, ...entries.slice(0, mostEntries - 1)],
        count: count + 1,
      }));
    }, []),
  );
  return recent;
}
