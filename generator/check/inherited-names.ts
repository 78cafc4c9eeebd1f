const names = Object.getOwnPropertyNames(Object.prototype);
const inherited: ReadonlySet<string> = new Set(names);
const inText = new RegExp(`(?:${names.join("|")})["']?\\s*:`);
const inReference = new RegExp(`/(${names.join("|")})(?=/|$)`, "g");

/** Stands behind a name that every object inherits; zero width and in no contract's name. */
const mark = "\u2060";

/**
 * A document as Redocly's linter can read it: that looks names up in plain objects, where a property that is
 * called `constructor` or `valueOf` finds what every object has. Such names get a mark; `unmarked` takes it off.
 */
export function marked({ text, value }: { readonly text: string; readonly value: unknown }): unknown {
  return inText.test(text) ? markNames(value) : value;
}

/** The text without the marks that keep inherited names apart. */
export function unmarked(text: string): string {
  return text.replaceAll(mark, "");
}

function markNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markNames);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      inherited.has(name) ? name + mark : name,
      name === "$ref" && typeof item === "string" ? item.replace(inReference, `/$1${mark}`) : markNames(item),
    ]),
  );
}
