import { useSyncExternalStore } from "react";

const query = matchMedia("(max-width: 47.99rem)");

/** Returns whether the page is as narrow as a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
