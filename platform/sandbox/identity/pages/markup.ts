/** HTML that is safe to insert into a page: made by `html`. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | Markup | undefined | readonly Value[];

/** A template tag that escapes values, for content and quoted attributes, unless they are `Markup`. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.reduce((text, string, at) => text + textOf(values[at - 1]) + string));
}

function textOf(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value !== "string") return value.map(textOf).join("");
  return value
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
