import { useSyncExternalStore } from "react";

/** What the person chose; `system` follows the operating system. */
export type Theme = "system" | "light" | "dark";

const key = "console.theme";
const listeners = new Set<() => void>();
let current: Theme = read();

/** Applies the stored choice to the document. Called once, before anything is drawn. */
export function applyTheme(): void {
  const { documentElement } = document;
  if (current === "system") documentElement.removeAttribute("data-theme");
  else documentElement.setAttribute("data-theme", current);
}

/** Changes the theme at once, and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  remember(theme);
  switchTo(theme);
}

// Another tab changed it.
addEventListener("storage", (event) => {
  if (event.key === key) switchTo(read());
});

function switchTo(theme: Theme): void {
  current = theme;
  applyTheme();
  for (const listener of listeners) listener();
}

/** Returns the chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Theme {
  try {
    const stored = localStorage.getItem(key);
    if (stored === "light" || stored === "dark") return stored;
    return "system";
  } catch {
    return "system";
  }
}

/** A browser may forbid storage; the choice then lasts until the page is closed. */
function remember(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {}
}
