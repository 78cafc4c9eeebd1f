import { useSyncExternalStore } from "react";

/** What is open over the page. */
export type OpenPalette = "none" | "palette" | "shortcuts";

let open: OpenPalette = "none";
const listeners = new Set<() => void>();

/** Opens the command palette. */
export function openPalette(): void {
  set("palette");
}

/** Opens the list of shortcuts. */
export function openShortcuts(): void {
  set("shortcuts");
}

/** Closes both. */
export function closePalette(): void {
  set("none");
}

/** Returns what is open. */
export function usePalette(): OpenPalette {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

function set(next: OpenPalette): void {
  open = next;
  for (const listener of listeners) listener();
}
