import { useSyncExternalStore } from "react";
import { createTranslator, type _Translator as Translator } from "use-intl/core";

/** Texts by key, which may be nested: ICU messages, such as `{count, plural, one {# event} other {# events}}`. */
interface Texts {
  readonly [key: string]: string | Texts;
}

/** The same keys, with any text. */
export type SameKeys<T extends Texts> = {
  readonly [K in keyof T]: T[K] extends Texts ? SameKeys<T[K]> : string;
};

/** Texts of a page in both languages. The keys and arguments are those of English. */
export interface TextsOf<T extends Texts> {
  readonly en: T;
  readonly zh: SameKeys<T>;
}

/** Declares the texts of a page; a key that one language lacks doesn't compile. */
export function defineTexts<const T extends Texts>(texts: {
  readonly en: T;
  readonly zh: SameKeys<T>;
}): TextsOf<T> {
  return texts;
}

const translators = new WeakMap<object, Map<Language, unknown>>();

/** Returns the function that translates, as of `useTranslations`, in the page's language. */
export function useTexts<T extends Texts>(texts: TextsOf<T>): Translator<T> {
  const language = useLanguage();
  return translatorFor(texts, language);
}

/** As `useTexts`, outside of components. Keep no text: the language may change. */
function translatorFor<T extends Texts>(texts: TextsOf<T>, language: Language): Translator<T> {
  const known = translators.get(texts) ?? new Map<Language, unknown>();
  translators.set(texts, known);
  const made =
    known.get(language) ??
    createTranslator({
      locale: languageTag(language),
      messages: texts[language],
      timeZone: "UTC",
    });
  known.set(language, made);
  return made as Translator<T>;
}

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
  if (of === "zh") return "zh-CN";
  return "en-US";
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
  if (navigator.language.toLowerCase().startsWith("zh")) return "zh";
  return "en";
}
