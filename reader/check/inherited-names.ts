const names = Object.getOwnPropertyNames(Object.prototype);
const inherited: ReadonlySet<string> = new Set(names);
const inText = new RegExp(`(?:${names.join("|")})["']?\\s*:`);
const inReference = new RegExp(`/(${names.join("|")})(?=/|$)`, "g");

/** Appended to a name that every object inherits; zero width, and not in any contract's names. */
const mark = "\u2060";

/**
 * A document that Redocly's linter can read. The linter looks names up in plain objects, so a property named
 * `constructor` or `valueOf` finds an inherited member. Such names get a mark, which `unmarked` removes.
 */
export function marked({ text, value }: { readonly text: string; readonly value: unknown }): unknown {
  return inText.test(text) ? markNames(value) : value;
}

/** The text without the marks that `markNames` appends. */
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
