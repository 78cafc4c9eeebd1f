import { useEffect, useSyncExternalStore } from "react";
import { useLatest } from "../latest.js";

/** What is open over the page. A page that has the dialog of redeliveries shows it itself. */
type OpenPalette = "none" | "palette" | "shortcuts" | "redeliveries";

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

/** Opens the dialog that delivers what failed again, on a page that has it. */
export function openRedeliveries(): void {
  set("redeliveries");
}

/** Closes that dialog; whatever else is open stays. */
export function closeRedeliveries(): void {
  if (open === "redeliveries") set("none");
}

/** Closes whatever is open. */
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

/** How long after `g` a letter still counts, in milliseconds. */
const waitMs = 1200;

/** Listens for Ctrl/⌘-K, `?`, `/`, `c` and `g` with a letter. Keys typed into a field are left alone. */
export function useShortcuts(go: (key: string) => boolean): void {
  const latest = useLatest(go);
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent): void => {
      const { key } = event;
      if ((event.metaKey || event.ctrlKey) && key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      if (
        document.querySelector(
          '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]:not([data-page])',
        )
      )
        return;
      const isSecond = event.timeStamp - goAt < waitMs;
      goAt = Number.NEGATIVE_INFINITY;
      if (isSecond && latest.current(key)) event.preventDefault();
      else if (key === "g") goAt = event.timeStamp;
      else if (key === "?") openShortcuts();
      else if (key === "/" && focusSearch()) event.preventDefault();
      else if (key === "c" && latest.current("new")) event.preventDefault();
      else return;
    };
    addEventListener("keydown", press);
    return () => {
      removeEventListener("keydown", press);
      closePalette();
    };
  }, [latest]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Moves the focus to the page's field for searching, if there is one. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>(
    "main input[type=search], main [data-search] input, main [data-search] button",
  );
  field?.focus();
  return field !== null;
}
