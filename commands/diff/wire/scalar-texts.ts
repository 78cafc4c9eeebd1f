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

/** How keywords are converted that have no exact texts. */
export interface Exactness {
  readonly role: TextRole;
  /** Whether more texts than those that are sent, or fewer than those that are read, won't do, since the schema refuses them. */
  readonly isStrict: boolean;
  /** Filled with what isn't exact. */
  readonly notes: Set<string>;
}

/**
 * What a keyword says that has no exact texts: nothing of what is sent, and that nothing is read. What is proved so is true, and what isn't
 * stays open. Throws `InexactTexts` where neither would do.
 */
export function roughly({ role, isStrict, notes }: Exactness, what: string): NodeObject {
  if (isStrict) throw new InexactTexts(what);
  notes.add(what);
  return role === "sent" ? {} : { enum: [] };
}

/** What the keywords of a schema, other than lists of values, say of the texts of numbers: each keyword by itself. */
export function numberKeywords(node: NodeObject, exactness: Exactness): NodeObject[] {
  const { role } = exactness;
  const found: NodeObject[] = [];
  const isInteger = node.type?.includes("integer") === true && !node.type.includes("number");
  if (node.type !== undefined) {
    const pattern = isInteger ? integerTexts({}, role) : numberTexts({}, role);
    found.push({ type: ["string"], pattern, names: { pattern: "type" } });
  }
  // A text that isn't a number isn't said to be out of bounds as well.
  const exclude = (keyword: string, outside: NumberLimits): void => {
    const pattern = isInteger ? integerTexts(outside, "read") : numberTexts(outside, "read");
    found.push({ not: { type: ["string"], pattern }, names: { not: node.names?.[keyword] ?? keyword } });
  };
  const limits: readonly [keyof NodeObject, (bound: bigint) => NumberLimits][] = [
    ["minimum", (most) => ({ most, isBelow: true })],
    ["maximum", (least) => ({ least, isAbove: true })],
    ["exclusiveMinimum", (most) => ({ most })],
    ["exclusiveMaximum", (least) => ({ least })],
  ];
  for (const [keyword, outside] of limits) {
    const bound = integer(node[keyword]);
    if (bound !== undefined) exclude(keyword, outside(bound));
    else if (node[keyword] !== undefined)
      found.push(roughly(exactness, "limits of numbers that are no integers"));
  }
  const { multipleOf, format } = node;
  if (multipleOf !== undefined && !(isInteger && multipleOf === 1))
    found.push(roughly(exactness, "multiples of a number"));
  if (format?.type !== "number" || format.accepts === undefined) return found;
  const range = isInteger ? integerFormats[format.name] : undefined;
  if (range === undefined) return [...found, roughly(exactness, `the format \`${format.name}\` of numbers`)];
  exclude("format", { most: range.least, isBelow: true });
  exclude("format", { least: range.most, isAbove: true });
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
