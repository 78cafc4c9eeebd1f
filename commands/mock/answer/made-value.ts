import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../../reader/documents/contracts.js";
import {
  type ContractExample,
  listedExamples,
  plainExample,
} from "../../../reader/documents/openapi/contract-examples.js";
import { below, childPlaces, type Place, referenceChain } from "../../../reader/documents/place.js";
import type { Node } from "../../../reader/validation/nodes/node.js";
import { holds, type Size } from "../../../reader/validation/synthesis/search.js";
import { type Synthesis, synthesise } from "../../../reader/validation/synthesis/synthesise.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { MockSchemas, ValueDirection } from "../contract/schemas.js";
import { hasExclusiveChoice } from "../contract/selecting-node.js";

/**
 * A valid value; one that matches several alternatives of a `oneOf` and is valid otherwise, if there is no other; or why there is none: a sentence without a
 * full stop.
 */
export type MadeValue =
  | { readonly kind: "value" | "overlapping"; readonly value: unknown }
  | { readonly kind: "none"; readonly reason: string };

/** Steps of one search, of which a full search and one for a small value are tried (guessed: a second at most). */
const steps = 20_000;

/**
 * A value that the schema of an answer accepts, the same each time: all members, with the examples and defaults of the
 * schema's parts as far as they are valid; if none is found so, without them, then with the required members alone.
 */
export function madeValue(schemas: MockSchemas, schema: Place): MadeValue {
  return valueMade(schemas, schema, "answer", ["full", "small"]);
}

/** The same for a value that is sent, of which only the required members are made: the shortest that says something. */
export function madeArgument(schemas: MockSchemas, schema: Place): MadeValue {
  return valueMade(schemas, schema, "request", ["small"]);
}

function valueMade(
  schemas: MockSchemas,
  schema: Place,
  ...[direction, [size, ...others]]: [ValueDirection, readonly [Size, ...Size[]]]
): MadeValue {
  try {
    const node = schemas.node(schema, direction);
    const contracts = schemas.contracts(direction);
    const isValid = (place: Place, value: unknown): boolean => {
      try {
        return holds(schemas.node(place, direction), value);
      } catch (error) {
        if (error instanceof SchemaError) return false;
        throw error;
      }
    };
    const directed = {
      ...schema,
      document: contracts.documents.get(schema.document.path) ?? schema.document,
    };
    const parts = partExamples(contracts, directed, isValid);
    const fixed = new Map(parts.map(([path, value]) => [toPointer(path), value]));
    const attempts = (each: Node, excluding = false): (() => Synthesis)[] => [
      ...(fixed.size === 0 ? [] : [() => synthesise(each, { size, fixed, excluding, steps })]),
      ...[size, ...others].map((one) => () => synthesise(each, { size: one, excluding, steps })),
    ];
    let last = firstMade(attempts(node));
    if (last.kind === "value") return last;
    if (direction === "answer" && hasExclusiveChoice(node)) {
      last = firstMade([...attempts(schemas.selecting(schema, direction)), ...attempts(node, true)]);
      if (last.kind === "value") return last;
      const several = firstMade(attempts(schemas.lenient(schema, direction)));
      if (several.kind === "value") return { kind: "overlapping", value: several.value };
    }
    const place = last.pointer !== "" ? ` at \`${last.pointer}\`` : "";
    return { kind: "none", reason: `no value was found${place} that its schema accepts` };
  } catch (error) {
    if (isUnusable(error))
      return { kind: "none", reason: `its schema can't be used: ${error.message.split("\n", 1)[0]}` };
    throw error;
  }
}

/** What the first attempt that finds a value makes, or what the last one says. */
function firstMade(attempts: readonly (() => Synthesis)[]): Synthesis {
  let last: Synthesis = { kind: "none", pointer: "", reason: "no-value" };
  for (const attempt of attempts) {
    last = attempt();
    if (last.kind === "value") return last;
  }
  return last;
}

/** Whether the schema of an answer accepts a value, and if not, why: a sentence without a full stop. */
export function violationText(schemas: MockSchemas, schema: Place, value: unknown): string | undefined {
  try {
    if (holds(schemas.node(schema, "answer"), value) || overlaps(schemas, schema, value)) return undefined;
    const [first] = schemas.validator(schema, "answer").check(value, { all: false });
    return first?.message;
  } catch (error) {
    if (isUnusable(error)) return `can't be checked: ${error.message.split("\n", 1)[0]}`;
    throw error;
  }
}

/**
 * Whether the schema of an answer refuses a value only because alternatives of a `oneOf` overlap, between which the `discriminator` decides. Throws
 * like `MockSchemas.node`.
 */
export function overlaps(schemas: MockSchemas, schema: Place, value: unknown): boolean {
  if (holds(schemas.node(schema, "answer"), value)) return false;
  return holds(schemas.selecting(schema, "answer"), value);
}

/** The same if no `discriminator` decides. A schema that can't be used says nothing of any value. */
export function matchesSeveral(schemas: MockSchemas, schema: Place, value: unknown): boolean {
  try {
    if (holds(schemas.node(schema, "answer"), value)) return false;
    return holds(schemas.lenient(schema, "answer"), value);
  } catch (error) {
    if (isUnusable(error)) return false;
    throw error;
  }
}

/** Whether a schema, rather than this program, is to blame. */
function isUnusable(error: unknown): error is Error {
  return error instanceof SchemaError || error instanceof SyntaxError || error instanceof RangeError;
}

/** Names of the examples of a media type object. */
export function exampleNames(holder: Place): readonly string[] {
  return childPlaces(below(holder, "examples")).map(([name]) => name);
}

/** Deeper parts of a value are made without the examples of their schemas. */
const mostDepth = 8;

/** Most examples that are used in one value. */
const mostExamples = 400;

/**
 * The examples and defaults of the parts of a schema, by JSON Pointer tokens of the value: of properties, items, and what `allOf` and
 * the first alternatives add. Only those that `isValid` accepts.
 */
function partExamples(
  contracts: Contracts,
  schema: Place,
  isValid: (schema: Place, value: unknown) => boolean,
): readonly (readonly [path: readonly string[], value: unknown])[] {
  const found: (readonly [readonly string[], unknown])[] = [];
  const visit = (place: Place, path: readonly string[], level: number): void => {
    if (level > 4 * mostDepth || path.length > mostDepth || found.length >= mostExamples) return;
    const chain = referenceChain(contracts, place);
    const own = chain.flatMap(({ value }) =>
      isRecord(value) ? [...plainExample(value), ...listedExamples(value), ...byDefault(value)] : [],
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
    for (const [name, property] of childPlaces(below(at, "properties")))
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
  if (Object.hasOwn(value, "default")) return [{ name: undefined, value: value.default }];
  return [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
