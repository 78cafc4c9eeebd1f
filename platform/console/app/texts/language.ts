import { useSyncExternalStore } from "react";

/** Languages of the page. */
export const languages = ["en", "zh"] as const;

/** A language of the page. */
export type Language = (typeof languages)[number];

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", zh: "中文" };

const key = "console.language";
const listeners = new Set<() => void>();
let current: Language = read();

/** Returns the language now. Components use `useLanguage`. */
export function language(): Language {
  return current;
}

/** The tag for `lang` and for formats. */
export function languageTag(of: Language): string {
  return of === "zh" ? "zh-CN" : "en-US";
}

/** Switches the whole page at once, and remembers it in this browser. */
export function setLanguage(next: Language): void {
  try {
    localStorage.setItem(key, next);
  } catch {}
  switchTo(next);
}

// Another tab switched.
addEventListener("storage", (event) => {
  if (event.key === key) switchTo(read());
});

function switchTo(next: Language): void {
  current = next;
  document.documentElement.lang = languageTag(next);
  for (const listener of listeners) listener();
}

/** Returns the language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/** Returns the text in the page's language, of data that comes in both. */
export function useLocalized(): (text: Readonly<Record<Language, string>>) => string {
  const chosen = useLanguage();
  return (text) => text[chosen];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Language {
  try {
    const stored = localStorage.getItem(key);
    if (stored === "en" || stored === "zh") return stored;
  } catch {}
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}
