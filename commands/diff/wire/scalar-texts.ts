import { ExactNumber } from "../../../reader/documents/exact-number.js";
import type { NodeObject } from "../../../reader/validation/nodes/node.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { integerTexts, type NumberLimits, numberTexts, type TextRole } from "./number-texts.js";
import { type ValueKind, valueKind } from "./value-kinds.js";

/** A schema whose texts can't be told exactly. */
export class InexactTexts extends Error {}

/** What a value becomes as it is sent: plain values their texts, wherever they are. */
export function textTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(textTree);
  const kind = valueKind(value);
  if (kind !== "object") return String(value);
  const members = Object.entries(value as object).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, textTree(member)]));
}

/** The listed values of a kind; `undefined` if a schema lists none. */
export function listedOfKind(node: NodeObject, kind: ValueKind): readonly unknown[] | undefined {
  const lists = [node.enum, "const" in node ? [node.const] : undefined].filter((list) => list !== undefined);
  const [first, second] = lists;
  if (first === undefined) return undefined;
  const others = second && new Set(second.map(canonical));
  return first.filter(
    (value) =>
      valueKind(value) === kind &&
      (others === undefined || others.has(canonical(value))) &&
      (node.type === undefined || node.type.some((type) => isType(value, type))),
  );
}

function isType(value: unknown, type: string): boolean {
  if (type !== "integer") return valueKind(value) === type;
  return value instanceof ExactNumber ? value.isInteger : Number.isInteger(value);
}

/** What the keywords of a schema, other than lists of values, say of the texts of numbers: each keyword by itself. */
export function numberKeywords(node: NodeObject, role: TextRole): NodeObject[] {
  const found: NodeObject[] = [];
  const isInteger = node.type?.includes("integer") === true && !node.type.includes("number");
  const add = (keyword: string, limits: NumberLimits): void => {
    const pattern = isInteger ? integerTexts(limits, role) : numberTexts(limits, role);
    found.push({ type: ["string"], pattern, names: { pattern: node.names?.[keyword] ?? keyword } });
  };
  if (node.type !== undefined) add("type", {});
  if (node.minimum !== undefined) add("minimum", { least: integer(node.minimum) });
  if (node.maximum !== undefined) add("maximum", { most: integer(node.maximum) });
  if (node.exclusiveMinimum !== undefined)
    add("exclusiveMinimum", { least: integer(node.exclusiveMinimum), isAbove: true });
  if (node.exclusiveMaximum !== undefined)
    add("exclusiveMaximum", { most: integer(node.exclusiveMaximum), isBelow: true });
  if (node.multipleOf !== undefined && !(isInteger && node.multipleOf === 1))
    throw new InexactTexts("multiples of a number");
  if (node.format?.type === "number" && node.format.accepts !== undefined) {
    const limits = integerFormats[node.format.name];
    if (limits === undefined) throw new InexactTexts(`the format \`${node.format.name}\` of numbers`);
    const pattern = integerTexts(limits, role);
    found.push({ type: ["string"], pattern, names: { pattern: "format" } });
  }
  return found;
}

const integerFormats: Readonly<Record<string, NumberLimits>> = {
  int32: { least: -(2n ** 31n), most: 2n ** 31n - 1n },
  int64: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
};

function integer(bound: unknown): bigint {
  const exact = bound instanceof ExactNumber ? bound.int64 : undefined;
  if (exact !== undefined) return exact;
  if (!Number.isSafeInteger(bound)) throw new InexactTexts("limits of numbers that are no integers");
  return BigInt(bound as number);
}

/** A pattern of the texts that are read as one of some numbers. */
export function numberValues(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    const text = String(value);
    if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw new InexactTexts("numbers with an exponent");
    if (text === "0") return "-?0(?:\\.0+)?";
    return text.includes(".") ? `${text.replace(".", "\\.")}0*` : `${text}(?:\\.0+)?`;
  });
  return `^(?:${texts.join("|")})$`;
}

/** What the keywords of a schema say of texts that are strings. */
export function stringKeywords({ type, pattern, minLength, maxLength, format }: NodeObject): NodeObject {
  return {
    ...(type !== undefined && { type: ["string"] }),
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(format?.type === "string" && { format }),
  };
}

/** All texts of a kind. */
export function kindTexts(kind: ValueKind, role: TextRole): NodeObject {
  switch (kind) {
    case "string":
      return { type: ["string"] };
    case "number":
      return { type: ["string"], pattern: numberTexts({}, role) };
    case "boolean":
      return { enum: ["true", "false"] };
    default:
      return { type: [kind] };
  }
}
