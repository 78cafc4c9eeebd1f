import type { Document } from "../documents/document.js";
import { unmarked } from "./inherited-names.js";

const mark = "\u2060";
/** A `$ref` whose value may be something other than a text: in JSON it has no quote, in YAML it begins a structure or is a word of its own. */
const odd = /__proto__|<<|\$ref["']?\s*:\s*(?:[{[&|>*!~\d+-]|(?:true|false|null|yes|no|on|off)\b|$)/im;

/**
 * The text of a document as the AsyncAPI parser can read it: it takes any `$ref` for a reference, also a property of that name,
 * and loses `__proto__`. Such names get a mark, which `unmarked` removes. Merge keys and a version that isn't whole were read before.
 */
export function parserText({ text, value }: Pick<Document, "text" | "value">): string {
  const { asyncapi: version } = (value ?? {}) as { asyncapi?: unknown };
  const isWhole = typeof version !== "string" || text.includes(version);
  return odd.test(text) || !isWhole ? JSON.stringify(marked(value)) : text;
}

/** A path of the parser, without marks. */
export function unmarkedPath(path: readonly (string | number)[]): (string | number)[] {
  return path.map((step) => (typeof step === "string" ? unmarked(step) : step));
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name === "$ref" && typeof item === "string")
        return [name, item.replace(/\/(\$ref|%24ref|__proto__)(?=\/|$)/g, `/$1${mark}`)];
      return [name === "__proto__" || name === "$ref" ? name + mark : name, marked(item)];
    }),
  );
}
