import { printableLines } from "./printable.js";

/** HTML that is safe to insert into a page: made by `html`, or a constant. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A value in a template; `undefined` becomes an empty string. */
type HtmlValue = string | number | undefined | Markup | readonly HtmlValue[];

/** A template tag that escapes values, for content and quoted attributes, unless they are `Markup`. */
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
  return printableLines(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
