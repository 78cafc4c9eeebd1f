import { fromPointer, valueAt } from "../../../../runtime/json-pointer/index.js";
import { divides, dividesInAjv } from "./divisible.js";

/** A kind of schemas and values for which the installed Ajv, with the options of `ajv-judge.ts`, gives a wrong result. */
export interface AjvFault {
  readonly name: string;
  /** What Ajv does, and what is right. */
  readonly reason: string;
  /** Whether Ajv may err for this reason: never false where it does, and seldom true where it does not. */
  readonly concerns: (schema: unknown, value: unknown) => boolean;
  /** A case that shows the fault, with the right result. A test fails when Ajv gets it right. */
  readonly shown: { readonly schema: unknown; readonly value: unknown; readonly valid: boolean };
}

type Node = Readonly<Record<string, unknown>>;

/** Own properties that would be inherited otherwise. */
const inheritedNames = Object.getOwnPropertyNames(Object.prototype);
const unevaluated = ["unevaluatedProperties", "unevaluatedItems"];

export const ajvFaults: readonly AjvFault[] = [
  {
    name: "multiple-of",
    reason:
      "`multipleOf` divides doubles and compares with `parseInt` of the quotient, which is wrong for fractions, from 1e21, and on overflow",
    concerns: (schema, value) => {
      const steps = keywordValues(schema, "multipleOf").filter(isNumber);
      const numbers = steps.length === 0 ? [] : [...parts(value)].filter(isNumber);
      return steps.some((step) => numbers.some((each) => dividesInAjv(each, step) !== divides(each, step)));
    },
    shown: { schema: { multipleOf: 0.5 }, value: 500_000_000_000_000_000_000, valid: true },
  },
  {
    name: "equality-of-methods",
    reason:
      "`const`, `enum` and `uniqueItems` call or compare a value's own `toString`, `valueOf` and `constructor`",
    concerns: (schema, value) =>
      comparesObjects(schema) && hasName(value, (name) => /^(?:toString|valueOf|constructor)$/.test(name)),
    shown: {
      schema: { const: { constructor: {} } },
      value: { constructor: {} },
      valid: true,
    },
  },
  {
    name: "unique-proto",
    reason: "`uniqueItems` of strings notes them as properties, and never notes `__proto__`",
    concerns: (schema, value) =>
      keywordValues(schema, "uniqueItems").includes(true) && [...parts(value)].includes("__proto__"),
    shown: {
      schema: { items: { type: "string" }, uniqueItems: true },
      value: ["__proto__", "__proto__"],
      valid: false,
    },
  },
  {
    name: "declared-proto",
    reason: "a property or a pattern named `__proto__` is ignored in `properties` and `patternProperties`",
    concerns: (schema) => hasName(schema, (name) => name === "__proto__"),
    shown: {
      schema: JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
      value: JSON.parse('{"__proto__":1}'),
      valid: false,
    },
  },
  {
    name: "unevaluated-inherited-name",
    reason: "`unevaluatedProperties` after `anyOf` takes properties such as `toString` for evaluated",
    concerns: (schema, value) =>
      hasKeyword(schema, "unevaluatedProperties") && hasName(value, (name) => inheritedNames.includes(name)),
    shown: {
      schema: {
        anyOf: [{ properties: { a: true } }, { properties: { b: true } }],
        unevaluatedProperties: false,
      },
      value: { toString: 1 },
      valid: false,
    },
  },
  {
    name: "unevaluated-contains",
    reason: "next to `contains`, `unevaluatedItems` takes all items or none for evaluated",
    concerns: (schema) => hasKeyword(schema, "unevaluatedItems") && hasKeyword(schema, "contains"),
    shown: { schema: { contains: true, unevaluatedItems: false }, value: [[]], valid: true },
  },
  {
    name: "unevaluated-if",
    reason: "an `if` that fails, or has no branches, gives wrong results for `unevaluated…`",
    concerns: (schema) => hasKeyword(schema, "if") && hasUnevaluated(schema),
    shown: {
      schema: { if: { properties: { a: { const: 1 } } }, unevaluatedProperties: false },
      value: { a: 1 },
      valid: true,
    },
  },
  {
    name: "unevaluated-dependent",
    reason: "what `allOf` evaluates is lost for `unevaluated…` if `dependentSchemas` does not apply",
    concerns: (schema) => hasKeyword(schema, "dependentSchemas") && hasUnevaluated(schema),
    shown: {
      schema: {
        allOf: [{ properties: { a: true } }],
        dependentSchemas: { b: { properties: { b: true } } },
        unevaluatedProperties: false,
      },
      value: { a: 1 },
      valid: true,
    },
  },
  {
    name: "unevaluated-branches",
    reason:
      "what `$ref` evaluates is lost for `unevaluated…` unless the first branch of `anyOf` or `oneOf` beside it applies",
    concerns: (schema) =>
      hasUnevaluated(schema) &&
      [...parts(schema)].some(
        (part) => isNode(part) && "$ref" in part && ("anyOf" in part || "oneOf" in part),
      ),
    shown: {
      schema: {
        $ref: "#/$defs/base",
        oneOf: [{ required: ["a"] }, { properties: { b: true }, required: ["b"] }],
        unevaluatedProperties: false,
        $defs: { base: { properties: { a: true } } },
      },
      value: { a: 1 },
      valid: true,
    },
  },
  {
    name: "unevaluated-loop",
    reason: "what one item or property evaluates also counts, or no longer counts, for the next one",
    concerns: (schema) => hasLoopWithBranches(schema),
    shown: {
      schema: {
        anyOf: [{ anyOf: [{ items: true }] }],
        unevaluatedItems: { additionalProperties: { allOf: [false] } },
      },
      value: ["a", [], { a: true }],
      valid: true,
    },
  },
  {
    name: "unevaluated-patterns",
    reason:
      "`patternProperties` beside an `if` in a branch throws, if `unevaluated…` is anywhere in the document",
    concerns: (schema) =>
      hasKeyword(schema, "patternProperties") && (hasKeyword(schema, "if") || hasUnevaluated(schema)),
    shown: {
      schema: {
        patternProperties: { "^a": true },
        anyOf: [JSON.parse('{"if": {"required": ["b"]}, "then": {"properties": {"b": true}}}')],
        $defs: { other: { unevaluatedProperties: false } },
      },
      value: { a: 1 },
      valid: true,
    },
  },
  {
    name: "endless-reference",
    reason:
      "a schema that refers to itself for the same value overflows the stack; the reference adds nothing",
    concerns: refersToItself,
    shown: { schema: { $ref: "#" }, value: 1, valid: true },
  },
  {
    name: "contains-in-not",
    reason: "in a `not` or an `if`, `contains` beside `prefixItems` accepts an empty list",
    concerns: (schema, value) =>
      ["not", "if"].some((keyword) => hasKeyword(schema, keyword)) &&
      hasKeyword(schema, "contains") &&
      ["prefixItems", "items"].some((keyword) => keywordValues(schema, keyword).some(Array.isArray)) &&
      [...parts(value)].some((each) => Array.isArray(each) && each.length === 0),
    shown: {
      schema: { not: { prefixItems: [{ type: "string" }], contains: true } },
      value: [],
      valid: true,
    },
  },
  {
    name: "empty-enum",
    reason: "an empty `enum` is refused; it allows no value",
    concerns: (schema) =>
      keywordValues(schema, "enum").some((each) => Array.isArray(each) && each.length === 0),
    shown: { schema: { enum: [] }, value: 1, valid: false },
  },
  {
    name: "ref-siblings",
    reason: "in drafts before 2019-09, what stands beside `$ref` is ignored; Ajv applies it",
    concerns: (schema) =>
      /draft-0[3-7]/.test(String((schema as Node | null)?.$schema)) &&
      [...parts(schema)].some((part) => isNode(part) && "$ref" in part && Object.keys(part).length > 1),
    shown: {
      schema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { number: { type: "number" } },
        properties: { a: { $ref: "#/definitions/number", maximum: 1 } },
      },
      value: { a: 2 },
      valid: true,
    },
  },
];

/**
 * Why Ajv's result for this schema and value is not to be trusted: the names of the faults that concern it. `undefined` if none does,
 * so that a difference from Ajv is a fault of the other validator.
 */
export function ajvErrs(schema: unknown, value: unknown): string | undefined {
  const names = ajvFaults.filter(({ concerns }) => concerns(schema, value)).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return names.join(", ");
}

/** A value with everything in it. */
function* parts(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== "object" || value === null) return;
  for (const part of Object.values(value)) yield* parts(part);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

/** The values of all properties with this name, wherever they are in a schema. */
function keywordValues(schema: unknown, keyword: string): unknown[] {
  return [...parts(schema)]
    .filter((part): part is Node => isNode(part) && Object.hasOwn(part, keyword))
    .map((part) => part[keyword]);
}

function hasKeyword(schema: unknown, keyword: string): boolean {
  return keywordValues(schema, keyword).length > 0;
}

function hasUnevaluated(schema: unknown): boolean {
  return unevaluated.some((keyword) => hasKeyword(schema, keyword));
}

function hasName(value: unknown, isWanted: (name: string) => boolean): boolean {
  return [...parts(value)].some((part) => isNode(part) && Object.keys(part).some(isWanted));
}

function comparesObjects(schema: unknown): boolean {
  if (keywordValues(schema, "uniqueItems").includes(true)) return true;
  const compared = [...keywordValues(schema, "const"), ...keywordValues(schema, "enum").flat()];
  return compared.some((each) => typeof each === "object" && each !== null);
}

/** Whether `unevaluated…` meets a branch in a schema that is applied once for each item or property. */
function hasLoopWithBranches(schema: unknown): boolean {
  const loops = ["items", "contains", "additionalProperties", "patternProperties", ...unevaluated];
  const hasBranches = (part: unknown) => ["anyOf", "oneOf"].some((keyword) => hasKeyword(part, keyword));
  if (!hasUnevaluated(schema) || !hasBranches(schema)) return false;
  return loops.some((keyword) => keywordValues(schema, keyword).some(isNode));
}

/** Whether a schema leads back to itself for the same value, by local references. */
function refersToItself(root: unknown): boolean {
  const done = new Set<unknown>();
  const open = new Set<unknown>();
  const leadsBack = (schema: unknown): boolean => {
    if (open.has(schema)) return true;
    if (!isNode(schema) || done.has(schema)) return false;
    open.add(schema);
    const found = sameValueSchemas(root, schema).some(leadsBack);
    open.delete(schema);
    done.add(schema);
    return found;
  };
  return [...parts(root)].some(leadsBack);
}

/** The schemas that a schema applies to the same value. */
function sameValueSchemas(root: unknown, schema: Node): unknown[] {
  const { $ref, dependentSchemas } = schema;
  const applied = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"].flatMap(
    (keyword) => schema[keyword],
  );
  if (isNode(dependentSchemas)) applied.push(...Object.values(dependentSchemas));
  if (typeof $ref === "string" && /^#(?:\/|$)/.test($ref))
    applied.push(valueAt(root, fromPointer($ref.slice(1))));
  return applied;
}
