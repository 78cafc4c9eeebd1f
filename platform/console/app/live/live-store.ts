import { useEffect, useSyncExternalStore } from "react";
import type { components } from "../../generated/console/types.js";

/** Something that happened in the sandbox, as the backend tells it. */
export type LiveEntry = components["schemas"]["LiveEntry"];

let connected = false;
const connectionListeners = new Set<() => void>();
const entryListeners = new Set<(entry: LiveEntry) => void>();

/** Records whether the stream is open. */
export function setConnected(now: boolean): void {
  if (now === connected) return;
  connected = now;
  for (const listener of connectionListeners) listener();
}

/** Passes an entry on to everybody who listens. */
export function tell(entry: LiveEntry): void {
  for (const listener of entryListeners) listener(entry);
}

/** Returns whether new entries arrive. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, () => connected);
}

/** Calls a function with each entry from now on. It may be another function at each rendering. */
export function useLiveEntries(listener: (entry: LiveEntry) => void): void {
  useEffect(() => {
    entryListeners.add(listener);
    return () => {
      entryListeners.delete(listener);
    };
  }, [listener]);
}

function subscribe(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}
