import type { Contracts } from "../../../reader/documents/contracts.js";
import {
  below,
  dereference,
  entriesOf,
  type Place,
  referenceChain,
} from "../../../reader/documents/place.js";

/** An example of the contract for a whole body or header. */
export interface ContractExample {
  /** Its name among `examples`; absent for `example`, and for one of the schema. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** The examples of a media type or header object, in their order: `example`, `examples`, then those of its schema. */
export function examplesOf(contracts: Contracts, holder: Place): readonly ContractExample[] {
  const named = entriesOf(below(holder, "examples")).flatMap(([name, reference]) => {
    const { value } = dereference(contracts, reference);
    // `dataValue` is OpenAPI 3.2's.
    const key = ["value", "dataValue"].find((each) => isRecord(value) && Object.hasOwn(value, each));
    return isRecord(value) && key !== undefined ? [{ name, value: value[key] }] : [];
  });
  const ofSchema = referenceChain(contracts, below(holder, "schema")).flatMap(({ value }) => [
    ...plain(value),
    ...listed(value),
  ]);
  return [...plain(holder.value), ...named, ...ofSchema];
}

/** Names of the examples of a media type object. */
export function exampleNames(holder: Place): readonly string[] {
  return entriesOf(below(holder, "examples")).map(([name]) => name);
}

function plain(value: unknown): readonly ContractExample[] {
  return isRecord(value) && Object.hasOwn(value, "example")
    ? [{ name: undefined, value: value.example }]
    : [];
}

function listed(value: unknown): readonly ContractExample[] {
  const { examples } = isRecord(value) ? value : {};
  return Array.isArray(examples) ? examples.map((each: unknown) => ({ name: undefined, value: each })) : [];
}

/** Deeper parts of a value are made without the examples of their schemas. */
const mostDepth = 8;

/** Most examples that are used in one value. */
const mostExamples = 400;

/**
 * The examples and defaults of the parts of a schema, by JSON Pointer tokens of the value: of properties, items, and what `allOf` and
 * the first alternatives add. Only those that `isValid` accepts.
 */
export function partExamples(
  contracts: Contracts,
  schema: Place,
  isValid: (schema: Place, value: unknown) => boolean,
): readonly (readonly [path: readonly string[], value: unknown])[] {
  const found: (readonly [readonly string[], unknown])[] = [];
  const visit = (place: Place, path: readonly string[], level: number): void => {
    if (level > 4 * mostDepth || path.length > mostDepth || found.length >= mostExamples) return;
    const chain = referenceChain(contracts, place);
    const own = chain.flatMap(({ value }) =>
      isRecord(value) ? [...plain(value), ...listed(value), ...byDefault(value)] : [],
    );
    const valid = own.find((each) => isValid(place, each.value));
    if (valid !== undefined) {
      found.push([path, valid.value]);
      return;
    }
    for (const each of chain) visitParts(each, path, level);
  };
  const visitParts = (at: Place, path: readonly string[], level: number): void => {
    const { value } = at;
    if (!isRecord(value)) return;
    for (const [name, property] of entriesOf(below(at, "properties")))
      visit(property, [...path, name], level + 1);
    if (isRecord(value.items)) visit(below(at, "items"), [...path, "0"], level + 1);
    for (const [keyword, most] of [
      ["allOf", Number.POSITIVE_INFINITY],
      ["oneOf", 1],
      ["anyOf", 1],
    ] as const) {
      const list = value[keyword];
      if (!Array.isArray(list)) continue;
      for (let index = 0; index < Math.min(list.length, most); index++)
        visit(below(at, keyword, String(index)), path, level + 1);
    }
  };
  visit(schema, [], 0);
  return found;
}

function byDefault(value: Readonly<Record<string, unknown>>): readonly ContractExample[] {
  return Object.hasOwn(value, "default") ? [{ name: undefined, value: value.default }] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
