import type { Definition, Node, NodeObject } from "../../../reader/validation/nodes/node.js";

/** What a schema says of one plain value. A schema with other keywords isn't read as texts. */
const read: ReadonlySet<string> = new Set(
  (
    "at clause level secret names type enum const format pattern minLength maxLength " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"
  ).split(" "),
);
const comparing = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

/** Numbers as they are usually written: without an exponent, and without zeros at their ends. */
const integer = "^(?:0|-?[1-9][0-9]*)$";
const number = "^(?:0|-?[1-9][0-9]*|-?(?:0|[1-9][0-9]*)\\.[0-9]*[1-9])$";

/** A message about a text, in words instead of a pattern that no contract has. */
export function withoutPatterns(message: string): string {
  return message
    .replace(`doesn't match \`${integer}\``, "isn't an integer")
    .replace(`doesn't match \`${number}\``, "isn't a number");
}

/** Two versions of the schema of a parameter or a header. */
interface Both {
  readonly old: Definition;
  readonly new: Definition;
}

/**
 * Schemas of plain values in a parameter or a header as schemas of the texts that are sent: `7` is the text of an integer and of a string. Values of
 * one type stay what they are, since numbers compare as numbers, but `null` has no text. `undefined`: lists, objects, and what combines
 * schemas or limits numbers beside other types are compared as JSON.
 */
export function asTexts({ old, new: current }: Both): Both | undefined {
  const [before, after] = [plainNode(old.node), plainNode(current.node)];
  if (before === undefined || after === undefined) return undefined;
  const [one, other] = [kinds(before), kinds(after)];
  const isOneKind = one.length > 0 && other.length > 0 && new Set([...one, ...other]).size === 1;
  const [was, is] = isOneKind
    ? [withoutNull(before), withoutNull(after)]
    : [textNode(before), textNode(after)];
  if (was === undefined || is === undefined) return undefined;
  return { old: { ...old, node: was }, new: { ...current, node: is } };
}

/** The schema behind references, if it says nothing but of plain values. */
function plainNode(node: Node): NodeObject | undefined {
  let at = node;
  for (let hops = 0; hops < 100 && typeof at === "object" && typeof at.$ref === "function"; hops++) {
    const others = Object.keys(at).filter((key) => !["$ref", "at", "names"].includes(key));
    if (others.length > 0) return undefined;
    at = at.$ref();
  }
  if (typeof at === "boolean" || !Object.keys(at).every((key) => read.has(key))) return undefined;
  return at;
}

/** The kinds of values that it allows, `null` aside: numbers of both types are one kind. */
function kinds(node: NodeObject): string[] {
  const types = listedValues(node)?.map((value) => jsonType(value)) ?? node.type ?? ["any"];
  return types.filter((type) => type !== "null").map((type) => (type === "integer" ? "number" : type));
}

function withoutNull(node: NodeObject): NodeObject {
  if (node.enum !== undefined) return { ...node, enum: node.enum.filter((value) => value !== null) };
  return { ...node, ...(node.type && { type: node.type.filter((type) => type !== "null") }) };
}

function textNode(node: NodeObject): Node | undefined {
  const place = { ...(node.at !== undefined && { at: node.at }) };
  const values = listedValues(node);
  if (values !== undefined) {
    const keyword = node.enum === undefined ? "const" : "enum";
    if (Object.keys(node).some((key) => !["at", "names", "type", "enum", "const"].includes(key)))
      return undefined;
    const texts = values.filter((value) => value !== null).map(scalarText);
    if (texts.some((text) => text === undefined)) return undefined;
    if (texts.length === 0) return false;
    return { ...place, enum: texts, names: { ...node.names, enum: keyword } };
  }
  const alternatives = (node.type ?? ["object"])
    .filter((type) => type !== "null")
    .map((type) => typeNode(node, type));
  if (alternatives.some((each) => each === undefined)) return undefined;
  const [first, ...others] = alternatives as NodeObject[];
  if (first === undefined) return undefined;
  if (others.length === 0) return { ...first, ...place };
  return { ...place, anyOf: [first, ...others], names: { anyOf: "type" } };
}

/** The texts of one type. `undefined`: not a plain value, or one whose texts aren't known exactly. */
function typeNode(node: NodeObject, type: string): NodeObject | undefined {
  const isCompared =
    comparing.some((keyword) => node[keyword] !== undefined) || node.format?.type === "number";
  switch (type) {
    case "string": {
      const { pattern, minLength, maxLength, format } = node;
      return {
        type: ["string"],
        ...(pattern !== undefined && { pattern }),
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
        ...(format?.type === "string" && { format }),
      };
    }
    case "integer":
      return isCompared ? undefined : { pattern: integer, type: ["string"], names: { pattern: "type" } };
    case "number":
      return isCompared ? undefined : { pattern: number, type: ["string"], names: { pattern: "type" } };
    case "boolean":
      return { enum: ["true", "false"], names: { enum: "type" } };
    default:
      return undefined;
  }
}

/** The values of a list or a constant, as far as they are of its types. */
function listedValues({ type, ...node }: NodeObject): readonly unknown[] | undefined {
  const values = node.enum ?? ("const" in node ? [node.const] : undefined);
  if (type === undefined) return values;
  return values?.filter(
    (value) => type.includes(jsonType(value)) || (type.includes("integer") && Number.isInteger(value)),
  );
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return undefined;
}

function jsonType(value: unknown): string {
  return value === null ? "null" : typeof value;
}
