import { ExactNumber } from "../../../reader/documents/exact-number.js";
import type { NodeObject } from "../../../reader/validation/nodes/node.js";
import { accepts } from "../schemas/causes.js";
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

/** The listed values of a kind that the other keywords of the schema allow, too; `undefined` if it lists none. */
export function listedOfKind(node: NodeObject, kind: ValueKind): readonly unknown[] | undefined {
  const values = node.enum ?? ("const" in node ? [node.const] : undefined);
  const own = Object.fromEntries(Object.entries(node).filter(([keyword]) => !combining.has(keyword)));
  return values?.filter((value) => valueKind(value) === kind && accepts(own, value));
}

/** Keywords that combine schemas, which are converted by themselves. */
const combining: ReadonlySet<string> = new Set(
  "$ref $dynamicRef allOf anyOf oneOf not if then else".split(" "),
);

/** What the keywords of a schema, other than lists of values, say of the texts of numbers: each keyword by itself. */
export function numberKeywords(
  node: NodeObject,
  { role, isStrict }: { readonly role: TextRole; readonly isStrict: boolean },
): NodeObject[] {
  const found: NodeObject[] = [];
  const isInteger = node.type?.includes("integer") === true && !node.type.includes("number");
  if (node.type !== undefined) {
    const pattern = isInteger ? integerTexts({}, role) : numberTexts({}, role);
    found.push({ type: ["string"], pattern, names: { pattern: "type" } });
  }
  // A text that is no number isn't out of bounds, too.
  const exclude = (keyword: string, outside: NumberLimits): void => {
    const pattern = isInteger ? integerTexts(outside, "read") : numberTexts(outside, "read");
    const not = { type: ["string"], pattern };
    found.push({ not, names: { not: node.names?.[keyword] ?? keyword } });
  };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node;
  // What is proved of more texts than are sent is proved of those.
  const bound = (value: unknown): bigint | undefined => {
    const found = integer(value);
    if (value === undefined || found !== undefined || !isStrict) return found;
    throw new InexactTexts("limits of numbers that are no integers");
  };
  const [low, high] = [bound(minimum), bound(maximum)];
  const [above, below] = [bound(exclusiveMinimum), bound(exclusiveMaximum)];
  if (low !== undefined) exclude("minimum", { most: low, isBelow: true });
  if (high !== undefined) exclude("maximum", { least: high, isAbove: true });
  if (above !== undefined) exclude("exclusiveMinimum", { most: above });
  if (below !== undefined) exclude("exclusiveMaximum", { least: below });
  if (isStrict && multipleOf !== undefined && !(isInteger && multipleOf === 1))
    throw new InexactTexts("multiples of a number");
  if (format?.type !== "number" || format.accepts === undefined) return found;
  const limits = isInteger ? integerFormats[format.name] : undefined;
  if (limits === undefined && isStrict) throw new InexactTexts(`the format \`${format.name}\` of numbers`);
  if (limits === undefined) return found;
  exclude("format", { most: limits.least, isBelow: true });
  exclude("format", { least: limits.most, isAbove: true });
  return found;
}

const integerFormats: Readonly<Record<string, NumberLimits>> = {
  int32: { least: -(2n ** 31n), most: 2n ** 31n - 1n },
  int64: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
};

function integer(bound: unknown): bigint | undefined {
  if (bound instanceof ExactNumber) return bound.int64;
  return Number.isSafeInteger(bound) ? BigInt(bound as number) : undefined;
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
