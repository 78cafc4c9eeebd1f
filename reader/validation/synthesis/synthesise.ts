import { isDeepStrictEqual } from "node:util";
import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Node, NodeObject } from "../nodes/node.js";
import { listValues, objectValues } from "./compound-values.js";
import { numberValues, textValues } from "./scalar-values.js";
import { alternatives, holds, OutOfSteps, type Search, type Size, type Slot, spend } from "./search.js";

/** How a value is made. */
export interface SynthesisOptions {
  readonly size: Size;
  /** JSON Pointers of members that are written even if they are optional. Default: none. */
  readonly wanted?: ReadonlySet<string>;
  /** Values by JSON Pointer, in addition to what the schema says. Default: none. */
  readonly fixed?: ReadonlyMap<string, unknown>;
  /** Whether an object may have a member only to make another alternative of `oneOf` fail. Default: no. */
  readonly excluding?: boolean;
  /** Steps after which the search is given up. Default: 20,000. */
  readonly steps?: number;
}

/** A valid value; or none, with the JSON Pointer of the place for which no value was found, and why. */
export type Synthesis =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none"; readonly pointer: string; readonly reason: "no-value" | "too-many-choices" };

/** Measured: a schema of some hundred fields takes about a thousand. */
const defaultSteps = 20_000;

/**
 * A value that a schema accepts, the same each time: required members, or all declared ones. It is checked against the
 * schema, and the search for it is bounded, so the outcome is either valid or `none`.
 */
export function synthesise(node: Node, options: SynthesisOptions): Synthesis {
  const { size, wanted = new Set(), fixed = new Map(), excluding = false, steps = defaultSteps } = options;
  const search: Search = {
    steps,
    wanted,
    fixed,
    excluding,
    valuesFor: (slot) => valuesFor(slot, search),
    failure: undefined,
  };
  const none = (reason: "no-value" | "too-many-choices"): Synthesis => ({
    kind: "none",
    pointer: search.failure ?? "",
    reason,
  });
  try {
    for (const value of search.valuesFor({ nodes: [node], path: [], size, ancestors: new Set() }))
      if (holds(node, value)) return { kind: "value", value };
    return none("no-value");
  } catch (error) {
    if (error instanceof OutOfSteps || error instanceof RangeError) return none("too-many-choices");
    throw error;
  }
}

/** Places nested deeper than this get no value, so recursive schemas end. */
const mostDepth = 16;

/** Valid values for a place, the best first. Throws `OutOfSteps`. */
function* valuesFor(slot: Slot, search: Search): Generator<unknown> {
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
  const lists = parts.flatMap((part) => {
    const allowed: (readonly unknown[])[] = [];
    if ("const" in part) allowed.push([part.const]);
    if (part.enum !== undefined) allowed.push(part.enum);
    return allowed;
  });
  const [listed, ...others] = lists;
  if (listed !== undefined) {
    yield* listed.filter((value) =>
      others.every((list) => list.some((other) => isDeepStrictEqual(other, value))),
    );
    return;
  }
  for (const type of sharedTypes(parts)) {
    if (type === "object") yield* objectValues(parts, slot, search);
    else if (type === "array") yield* listValues(parts, slot, search);
    else if (type === "string") yield* textValues(parts, slot);
    else if (type === "boolean") yield* [true, false];
    else if (type === "null") yield null;
    else yield* numberValues(parts);
  }
}

/** The types that all parts allow; if none says any, those that their keywords hint at come first. Null comes last. */
function sharedTypes(parts: readonly NodeObject[]): readonly string[] {
  const said = parts.flatMap(({ type }) => (type === undefined ? [] : [type]));
  const has = (keywords: readonly string[]): boolean =>
    parts.some((part) => keywords.some((keyword) => keyword in part));
  if (said.length === 0) {
    const hinted = hints.filter(([, keywords]) => has(keywords)).map(([type]) => type);
    const rest = ["string", "number", "object", "boolean", "array", "null"];
    return [...new Set([...hinted, ...rest])];
  }
  const [first = [], ...others] = said.map((types) =>
    types.flatMap((type) => {
      if (type === "number") return ["number", "integer"];
      return [type];
    }),
  );
  const common = first.filter((type) => others.every((types) => types.includes(type)));
  const each = common.filter((type) => type !== "integer" || !common.includes("number"));
  return [...each.filter((type) => type !== "null"), ...each.filter((type) => type === "null")];
}
