import { isDeepStrictEqual } from "node:util";
import { toPointer } from "@oipkit/runtime/json-pointer";
import type { NodeObject } from "../nodes/node.js";
import { alternatives } from "./alternatives.js";
import { listValues } from "./list-values.js";
import { numberValues } from "./number-values.js";
import { objectValues } from "./object-values.js";
import { holds, type Search, type Slot, spend } from "./search.js";
import { textValues } from "./text-values.js";

/** Places nested deeper than this get no value, so recursive schemas end. */
const mostDepth = 16;

/** Valid values for a place, the best first. Throws `OutOfSteps`. */
export function* valuesFor(slot: Slot, search: Search): Generator<unknown> {
  if (slot.path.length > mostDepth) return;
  const pointer = toPointer(slot.path);
  const fixed = search.fixed.has(pointer) ? [{ const: search.fixed.get(pointer) }] : [];
  const nodes = [...slot.nodes, ...fixed];
  for (const { parts, definitions } of alternatives(nodes, search)) {
    const ancestors = new Set([...slot.ancestors, ...definitions]);
    for (const value of candidates(parts, { ...slot, ancestors }, search)) {
      spend(search);
      if (nodes.every((node) => holds(node, value))) yield value;
    }
  }
}

const objectKeywords =
  "properties patternProperties additionalProperties required minProperties maxProperties propertyNames dependentRequired unevaluatedProperties rules";
const listKeywords = "items prefixItems contains minItems maxItems uniqueItems unevaluatedItems";

/** The types in the order in which they are tried if a schema names none, with the keywords that hint at one. */
const hints: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ["object", objectKeywords.split(" ")],
  ["array", listKeywords.split(" ")],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
  ["string", ["pattern", "minLength", "maxLength", "format"]],
  ["boolean", []],
  ["null", []],
];

function* candidates(parts: readonly NodeObject[], slot: Slot, search: Search): Generator<unknown> {
  const lists = parts.flatMap((part) => [
    ...("const" in part ? [[part.const]] : []),
    ...(part.enum === undefined ? [] : [part.enum]),
  ]);
  const [listed, ...others] = lists;
  if (listed !== undefined) {
    yield* listed.filter((value) =>
      others.every((list) => list.some((other) => isDeepStrictEqual(other, value))),
    );
    return;
  }
  for (const type of typesOf(parts)) {
    if (type === "object") yield* objectValues(parts, slot, search);
    else if (type === "array") yield* listValues(parts, slot, search);
    else if (type === "string") yield* textValues(parts, slot);
    else if (type === "boolean") yield* [true, false];
    else if (type === "null") yield null;
    else yield* numberValues(parts);
  }
}

/** The types that all parts allow; if none says any, those that their keywords hint at come first. Null comes last. */
function typesOf(parts: readonly NodeObject[]): readonly string[] {
  const said = parts.flatMap(({ type }) => (type === undefined ? [] : [type]));
  const has = (keywords: readonly string[]): boolean =>
    parts.some((part) => keywords.some((keyword) => keyword in part));
  if (said.length === 0) {
    const hinted = hints.filter(([, keywords]) => has(keywords)).map(([type]) => type);
    const rest = ["string", "number", "object", "boolean", "array", "null"];
    return [...new Set([...hinted, ...rest])];
  }
  const [first = [], ...others] = said.map((types) =>
    types.flatMap((type) => (type === "number" ? ["number", "integer"] : [type])),
  );
  const common = first.filter((type) => others.every((types) => types.includes(type)));
  const each = common.filter((type) => type !== "integer" || !common.includes("number"));
  return [...each.filter((type) => type !== "null"), ...each.filter((type) => type === "null")];
}
