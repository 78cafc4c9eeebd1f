import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { mayHaveExactNumbers, NumberTooLong, parseExactJson } from "../../../reader/documents/exact-json.js";
import { type ExactNumber, NumberReader, withDoubles } from "../../../reader/documents/exact-number.js";
import type { Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { support } from "../../../reader/validation/support.js";

/** A value as styles and forms write it: texts, lists of them, and records of them. */
export type Texts =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Texts[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [name: string, value: Texts])[] }
  /** Already a value: from JSON, or a file. */
  | { readonly kind: "value"; readonly value: unknown };

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value that texts stand for, which may have exact numbers: each text becomes a number, a boolean or null if its schema wants one. */
export function valueFromTexts(texts: Texts, shape: ValueShape): unknown {
  switch (texts.kind) {
    case "value":
      return texts.value;
    case "text":
      return readScalar(texts.text, shape);
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
function readScalar(text: string, shape: ValueShape): unknown {
  const { types } = shape;
  const readings: unknown[] = [];
  const wants = (type: string): boolean => types.size === 0 || types.has(type);
  const numeric = (wants("number") || wants("integer")) && number.test(text) ? exactNumber(text) : undefined;
  if (numeric !== undefined) readings.push(withDoubles(numeric));
  if (wants("boolean") && (text === "true" || text === "false")) readings.push(text === "true");
  if (types.has("null") && (text === "null" || text === "")) readings.push(null);
  if (readings.length === 0) return text;
  const chosen = chooseReading(readings, text, shape);
  if (typeof chosen === "number") return numeric;
  return chosen;
}

function chooseReading(readings: readonly unknown[], text: string, shape: ValueShape): unknown {
  // It is the only one that the schema may accept, and the one that its types name.
  if (readings.length === 1 && shape.refusesText) return readings[0];
  const all = shape.types.size === 0 ? [text, ...readings] : [...readings, text];
  return all.find((value) => accepts(shape, value)) ?? all[0];
}

/** The number of a text; `undefined` if its exponent is too long. */
function exactNumber(text: string): ExactNumber | number | undefined {
  // Most numbers have few digits, all of which a double holds.
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text);
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
  shape: ValueShape,
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
  if (inner.length > mostBrackets) return [name];
  return [name.slice(0, open), ...inner];
}

/** What a value may be, as far as its schemas say: the keywords of all of them, whether or not they apply together. */
export interface ValueShape {
  readonly nodes: readonly Node[];
  readonly parts: readonly NodeObject[];
  /** JSON types; empty if no schema names one. */
  readonly types: ReadonlySet<string>;
  /** Whether the schema names types, and a text is none of them. */
  readonly refusesText: boolean;
}

/** Most schemas that are looked at for one value. */
const mostParts = 2_000;

const known = new WeakMap<NodeObject, ValueShape>();

/** The shape of a value that the schemas describe, through references and applicators. */
export function createShape(nodes: readonly Node[]): ValueShape {
  const [only] = nodes;
  if (nodes.length !== 1 || typeof only !== "object") return newShape(nodes);
  const shape = known.get(only) ?? newShape(nodes);
  known.set(only, shape);
  return shape;
}

function newShape(nodes: readonly Node[]): ValueShape {
  const parts = new Set<NodeObject>();
  const open: Node[] = [...nodes];
  for (let node = open.pop(); node !== undefined && parts.size < mostParts; node = open.pop()) {
    if (typeof node === "boolean" || parts.has(node)) continue;
    parts.add(node);
    for (const reference of [node.$ref, node.$dynamicRef])
      if (typeof reference === "function") open.push(reference());
    for (const list of [node.allOf, node.anyOf, node.oneOf]) open.push(...(list ?? []));
    for (const each of [node.then, node.else]) if (each !== undefined) open.push(each);
  }
  const types = new Set([...parts].flatMap(nodeTypes));
  return { nodes, parts: [...parts], types, refusesText: types.size > 0 && nodes.some(namesOtherTypes) };
}

function namesOtherTypes(node: Node): boolean {
  return typeof node === "object" && node.type?.includes("string") === false;
}

function nodeTypes(part: NodeObject): readonly string[] {
  if (part.type !== undefined) return part.type;
  const values = [...(part.enum ?? []), ...("const" in part ? [part.const] : [])];
  if (values.length > 0) return values.map(valueType);
  if (part.properties !== undefined) return ["object"];
  if (part.items !== undefined || part.prefixItems !== undefined) return ["array"];
  return [];
}

function valueType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Whether a shape allows a type, and says so. */
export function allows({ types }: ValueShape, type: "array" | "object"): boolean {
  return types.has(type);
}

/** The shape of an item. */
function itemShape({ parts }: ValueShape, at: number): ValueShape {
  return createShape(parts.flatMap(({ prefixItems = [], items }) => prefixItems[at] ?? items ?? []));
}

/** The shape of a property. */
export function propertyShape({ parts }: ValueShape, name: string): ValueShape {
  const declared = parts.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, name) ? [properties[name] as Node] : [],
  );
  if (declared.length > 0) return createShape(declared);
  return createShape(parts.flatMap(({ additionalProperties }) => additionalProperties ?? []));
}

/** Names of the properties that a shape declares. */
export function propertyNames({ parts }: ValueShape): ReadonlySet<string> {
  return new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
}

/** Whether all schemas of a shape accept a value. */
function accepts({ nodes }: ValueShape, value: unknown): boolean {
  try {
    return nodes.every((node) => support.conforms(node, value));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The value of a JSON text, with an `ExactNumber` for each number that no double holds. Throws `SyntaxError` if it isn't
 * JSON. A number that is too long to be compared becomes infinite, which no schema of numbers accepts.
 */
export function jsonValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHaveExactNumbers(text) || tooDeepAt(text) >= 0) return value;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof NumberTooLong) return value;
    throw error;
  }
}
