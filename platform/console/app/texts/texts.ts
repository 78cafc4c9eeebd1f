import { createTranslator, type _Translator as Translator } from "use-intl/core";
import { type Language, languageTag, useLanguage } from "./language.js";

/** Texts by key, which may be nested: ICU messages, such as `{count, plural, one {# event} other {# events}}`. */
export interface Texts {
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
  return translatorOf(texts, language);
}

/** As `useTexts`, outside of components. Keep no text: the language may change. */
function translatorOf<T extends Texts>(texts: TextsOf<T>, language: Language): Translator<T> {
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
