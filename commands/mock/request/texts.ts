import { type ExactNumber, NumberReader, withDoubles } from "../../../reader/documents/exact-number.js";
import { accepts, allows, itemShape, propertyShape, type Shape } from "./shape.js";

/** A value as styles and forms write it: texts, lists of them, and records of them. */
export type Texts =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Texts[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [name: string, value: Texts])[] }
  /** Already a value: from JSON, or a file. */
  | { readonly kind: "value"; readonly value: unknown };

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that texts stand for, which may have exact numbers: each text becomes a number, a boolean or null if its schema wants one. */
export function valueFromTexts(texts: Texts, shape: Shape): unknown {
  switch (texts.kind) {
    case "value":
      return texts.value;
    case "text":
      return scalarOf(texts.text, shape);
    case "list":
      return texts.items.map((item, at) => valueFromTexts(item, itemShape(shape, at)));
    case "record":
      // Own properties, whatever their names.
      return Object.fromEntries(
        texts.entries.map(([name, value]) => [name, valueFromTexts(value, propertyShape(shape, name))]),
      );
  }
}

/** The first reading that the schema accepts; if it accepts none, the one that its types name. */
function scalarOf(text: string, shape: Shape): unknown {
  const { types } = shape;
  const readings: unknown[] = [];
  const wants = (type: string): boolean => types.size === 0 || types.has(type);
  const numeric = (wants("number") || wants("integer")) && number.test(text) ? exactNumber(text) : undefined;
  if (numeric !== undefined) readings.push(withDoubles(numeric));
  if (wants("boolean") && (text === "true" || text === "false")) readings.push(text === "true");
  if (types.has("null") && (text === "null" || text === "")) readings.push(null);
  const all = types.size === 0 ? [text, ...readings] : [...readings, text];
  const chosen = all.find((value) => accepts(shape, value)) ?? all[0];
  return typeof chosen === "number" ? numeric : chosen;
}

/** The number of a text; `undefined` if its exponent is too long. */
function exactNumber(text: string): ExactNumber | number | undefined {
  try {
    return new NumberReader().read(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Texts by names with brackets, such as `a[b][0]`, as a tree: numbers become lists where the schema wants one. */
export function nested(
  pairs: readonly (readonly [path: readonly string[], text: string])[],
  shape: Shape,
): Texts {
  const [only] = pairs;
  if (pairs.length === 1 && only !== undefined && only[0].length === 0)
    return { kind: "text", text: only[1] };
  const groups = new Map<string, (readonly [readonly string[], string])[]>();
  let appended = 0;
  for (const [[first, ...rest], text] of pairs) {
    // `a[]=x` appends, and so does a repeated name.
    const key = first === undefined || first === "" ? `${appended++}` : first;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push([rest, text]);
  }
  const isList = [...groups.keys()].every((key) => /^\d{1,4}$/.test(key)) && !allows(shape, "object");
  if (isList)
    return {
      kind: "list",
      items: [...groups.values()].map((each, at) => nested(each, itemShape(shape, at))),
    };
  return {
    kind: "record",
    entries: [...groups].map(([key, each]) => [key, nested(each, propertyShape(shape, key))]),
  };
}

/** Deeper brackets stay part of the name. */
const mostBrackets = 32;

/** The parts of a name with brackets: `a[b][c]` is `a`, `b`, `c`. */
export function bracketParts(name: string): readonly string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const inner = name.slice(open + 1, -1).split("][");
  return inner.length > mostBrackets ? [name] : [name.slice(0, open), ...inner];
}
