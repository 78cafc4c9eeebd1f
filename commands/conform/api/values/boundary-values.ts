import { isDeepStrictEqual } from "node:util";
import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import { stretched } from "./invalid-texts.js";
import { distinct } from "./invalid-values.js";
import {
  allowedTypes,
  declaredProperties,
  type ValuePath,
  type ValuePlace,
  withValueAt,
} from "./value-places.js";

/** A valid value at the edge of one keyword. */
export interface BoundaryValue {
  readonly path: ValuePath;
  readonly keyword: string;
  /** What distinguishes it from others at the place. */
  readonly variant?: string;
  readonly value: unknown;
  /** The whole value with a number one step further inside, if the edge is that of a number. */
  readonly inside?: unknown;
  /** In words that follow the place, such as "has 20 characters, the maximum". */
  readonly words: string;
}

type Change = Omit<BoundaryValue, "path" | "value" | "inside"> & {
  readonly replacement: unknown;
  readonly inner?: number;
};

const longestText = 70_000;
const mostItems = 500;
/** Values of an enumeration that are tried. */
const mostValues = 30;

/** Valid values at the edges of the keywords, made from a valid value: one change each. */
export function* boundaryValues(
  root: Node,
  value: unknown,
  places: readonly ValuePlace[],
): Generator<BoundaryValue> {
  for (const place of places) {
    for (const { replacement, inner, ...change } of [...changes(place), ...absentMembers(place)]) {
      const whole = withValueAt(value, place.path, replacement);
      if (!holds(root, whole) || isDeepStrictEqual(whole, value)) continue;
      const inside = inner === undefined ? undefined : withValueAt(value, place.path, inner);
      yield { ...change, path: place.path, value: whole, inside };
    }
    yield* members(root, value, place);
  }
}

/** Without an optional member, and with one that isn't there. */
function* members(root: Node, value: unknown, place: ValuePlace): Generator<BoundaryValue> {
  if (typeof place.value !== "object" || place.value === null || Array.isArray(place.value)) return;
  const required = new Set(place.nodes.flatMap((node) => node.required ?? []));
  for (const [name, node] of declaredProperties(place.nodes)) {
    const path = [...place.path, name];
    if (required.has(name)) continue;
    let whole: unknown;
    const isThere = Object.hasOwn(place.value, name);
    if (isThere) whole = withValueAt(value, path, undefined);
    else {
      const made = synthesise(node, { size: "small" });
      if (made.kind === "none") continue;
      whole = withValueAt(value, path, made.value);
    }
    const words = isThere ? "is absent, as it may be" : "is there, though it is optional";
    if (holds(root, whole))
      yield { path, keyword: "required", variant: isThere ? "absent" : "present", value: whole, words };
  }
}

function* absentMembers({ nodes }: ValuePlace): Generator<Change> {
  if (allowedTypes(nodes).has("null"))
    yield { keyword: "type", variant: "null", replacement: null, words: "is null" };
}

function* changes({ value, nodes }: ValuePlace): Generator<Change> {
  // A format has limits of its own, such as the 64 characters before the @ of an address (RFC 5321).
  const hasFormat = nodes.some(({ format }) => format !== undefined);
  for (const node of nodes) {
    for (const other of (node.enum ?? []).slice(0, mostValues))
      yield {
        keyword: "enum",
        variant: String(other),
        replacement: other,
        words: `is \`${String(other)}\`, which is declared`,
      };
    if (typeof value === "boolean")
      yield { keyword: "type", variant: String(!value), replacement: !value, words: `is ${String(!value)}` };
    if (typeof value === "string" && !hasFormat) yield* texts(value, node);
    if (typeof value === "number") yield* numbers(node);
    if (Array.isArray(value)) yield* lists(value, node);
  }
}

function* texts(value: string, { minLength, maxLength }: NodeObject): Generator<Change> {
  if (minLength !== undefined && minLength < longestText)
    yield {
      keyword: "minLength",
      replacement: stretched(value, minLength),
      words: `has ${minLength} characters, the minimum`,
    };
  if (maxLength === undefined || maxLength >= longestText) return;
  yield {
    keyword: "maxLength",
    replacement: stretched(value, maxLength),
    words: `has ${maxLength} characters, the maximum`,
  };
  // Lengths are counted in characters, not in bytes.
  yield {
    keyword: "maxLength",
    variant: "letters",
    replacement: "\u00e9".repeat(maxLength),
    words: `has ${maxLength} letters with accents, the maximum`,
  };
}

function* numbers({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf: step = 1,
}: NodeObject): Generator<Change> {
  if (minimum !== undefined)
    yield {
      keyword: "minimum",
      replacement: minimum,
      inner: minimum + step,
      words: `is ${minimum}, the minimum`,
    };
  if (maximum !== undefined && Math.abs(maximum) < 2 ** 52)
    yield {
      keyword: "maximum",
      replacement: maximum,
      inner: maximum - step,
      words: `is ${maximum}, the maximum`,
    };
  if (exclusiveMinimum !== undefined)
    yield {
      keyword: "exclusiveMinimum",
      replacement: exclusiveMinimum + 1,
      words: `is ${exclusiveMinimum + 1}`,
    };
  if (exclusiveMaximum !== undefined)
    yield {
      keyword: "exclusiveMaximum",
      replacement: exclusiveMaximum - 1,
      words: `is ${exclusiveMaximum - 1}`,
    };
}

function* lists(value: readonly unknown[], { minItems = 0, maxItems }: NodeObject): Generator<Change> {
  if (value.length > minItems)
    yield {
      keyword: "minItems",
      replacement: value.slice(0, minItems),
      words: `has ${minItems} items, the minimum`,
    };
  const [first] = value;
  if (maxItems === undefined || maxItems > mostItems || first === undefined) return;
  const items = Array.from({ length: maxItems }, (_, index) => value[index] ?? distinct(first, index));
  yield { keyword: "maxItems", replacement: items, words: `has ${maxItems} items, the maximum` };
}
