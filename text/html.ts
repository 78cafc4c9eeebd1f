import { printable } from "./printable.js";

/** HTML that is safe to put into a page: made by `html`, or fixed text of our own. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template may hold; `undefined` leaves nothing. */
export type HtmlValue = string | number | undefined | Markup | readonly HtmlValue[];

/** A template whose values are escaped, in content and in quoted attributes alike, unless they are `Markup`. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(strings.reduce((text, string, at) => text + markup(values[at - 1]) + string));
}

function markup(value: HtmlValue): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(markup).join("");
  return escaped(String(value));
}

function escaped(text: string): string {
  return text
    .split("\n")
    .map(printable)
    .join("\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
