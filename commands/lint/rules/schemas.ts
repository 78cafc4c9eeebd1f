import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Rule, RuleFinding } from "../rule.js";
import { appliedTo, schemaTypes } from "../walk/schema-node.js";

/** Enums that consumers receive and that can't grow. */
export const closedResponseEnum: Rule = {
  name: "closed-response-enum",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Texts that consumers receive are limited by an `enum` of two or more values.",
  why: "A new value, such as one more status, breaks every consumer that validates answers and events or switches over all values.",
  remedy:
    "List the values in `x-extensible-enum` instead, or ignore the rule here if there will never be another one.",
  severity: "warning",
  *check({ contracts, schemas }) {
    for (const node of schemas) {
      const { enum: values } = node.schema;
      const title = node.flows.get("to-consumer");
      if (title === undefined || !Array.isArray(values)) continue;
      const texts = values.filter((value) => typeof value === "string");
      if (texts.length < 2) continue;
      if (appliedTo(contracts, node).some((schema) => schema["x-extensible-enum"] !== undefined)) continue;
      yield {
        place: below(node.place, "enum"),
        target: "key",
        message: `consumers receive this value (${title}), and each value added to its \`enum\` is a breaking change`,
      };
    }
  },
};

/** Objects that consumers receive and that allow no further properties. */
export const closedResponseObject: Rule = {
  name: "closed-response-object",
  formats: ["openapi", "asyncapi", "schema"],
  finds:
    "An object that consumers receive has `additionalProperties: false` or `unevaluatedProperties: false`.",
  why: "A consumer that validates what it receives rejects every answer and event after the first new property, so the API can't evolve.",
  remedy:
    "Remove the keyword here; if the object is also sent to the API, close it there with a schema of its own.",
  severity: "warning",
  *check({ schemas }) {
    for (const { place, schema, flows } of schemas) {
      const title = flows.get("to-consumer");
      if (title === undefined) continue;
      for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
        if (schema[keyword] !== false) continue;
        // An object without any property is empty on purpose.
        if (Object.keys(schema.properties ?? {}).length === 0 && schema.allOf === undefined) continue;
        yield {
          place: below(place, keyword),
          target: "key",
          message: `consumers receive this object (${title}), and \`${keyword}: false\` makes each new property a breaking change`,
        };
      }
    }
  },
};

/** `nullable: true` that doesn't allow null by the letter of OpenAPI 3.0. */
export const nullableByIntent: Rule = {
  name: "nullable-by-intent",
  formats: ["openapi"],
  finds:
    "`nullable: true` of OpenAPI 3.0 doesn't allow null by the letter of the specification: next to a `$ref`, beside an `enum` without null, or beside an `allOf`, `anyOf`, `oneOf` or `not` that refuses null.",
  why: "Tools that follow the letter refuse null where oipkit allows it, as authors mean it.",
  remedy: "Write it so that both readings allow null.",
  severity: "warning",
  *check({ contracts, schemas }) {
    for (const { place, schema } of schemas) {
      if (schema.nullable !== true || !isOpenApi30(contracts, place.document)) continue;
      const reason = findRefusal(contracts, place);
      if (reason === undefined) continue;
      yield {
        place: below(place, "nullable"),
        target: "key",
        message: `by the letter of OpenAPI 3.0, null isn't allowed here, since ${reason.because}; oipkit allows it`,
        remedy: reason.remedy,
      };
    }
  },
};

interface Refusal {
  readonly because: string;
  readonly remedy: string;
}

/**
 * Why a schema with `nullable: true` refuses null by the letter of 3.0.3, where `nullable` adds null to a `type` beside it and does
 * nothing else; `undefined` if null is allowed.
 */
function findRefusal(contracts: Contracts, place: Place): Refusal | undefined {
  const schema = place.value as SchemaObject;
  if (schema.$ref !== undefined) {
    if (allowsNull(contracts, place, new Set())) return undefined;
    return { because: "`nullable` next to a `$ref` is ignored", remedy: orNull("the `$ref`") };
  }
  const keyword = combining.find((each) =>
    refusesNull(contracts, place, { keyword: each, above: new Set() }),
  );
  if (keyword !== undefined)
    return { because: `\`${keyword}\` refuses null`, remedy: orNull(`a schema with the \`${keyword}\``) };
  if (!Array.isArray(schema.enum) || schema.enum.includes(null)) return undefined;
  return { because: "`enum` doesn't list it", remedy: "Add null to the `enum`." };
}

/** A schema of null in OpenAPI 3.0, which has no such type. */
function orNull(what: string): string {
  return `Write \`anyOf\` with ${what} and \`{ type: object, nullable: true, enum: [null] }\`, or, from OpenAPI 3.1 on, \`{ type: "null" }\`.`;
}

const combining = ["allOf", "anyOf", "oneOf", "not"] as const;

type Combining = (typeof combining)[number];

/** Whether null is invalid by one of the keywords that combine schemas, by the letter. */
function refusesNull(
  contracts: Contracts,
  place: Place,
  { keyword, above }: { readonly keyword: Combining; readonly above: Above },
): boolean {
  const schema = place.value as SchemaObject;
  const value = schema[keyword];
  const inner = new Set([...above, schema]);
  if (keyword === "not") return value !== undefined && allowsNull(contracts, below(place, keyword), inner);
  if (!Array.isArray(value)) return false;
  const branches = value.map((_, at) => below(place, keyword, String(at)));
  const allowing = branches.filter((branch) => allowsNull(contracts, branch, inner)).length;
  if (keyword === "allOf") return allowing < value.length;
  if (keyword === "anyOf") return allowing === 0;
  return allowing !== 1;
}

/** The schemas that the same null is judged by already: recursion ends there. */
type Above = ReadonlySet<unknown>;

function allowsNull(contracts: Contracts, place: Place, above: Above): boolean {
  const schema = place.value;
  if (!isSchemaObject(schema) || above.has(schema)) return true;
  if (typeof schema.$ref === "string") {
    const target = resolveReference(contracts.documents, place.document, schema.$ref);
    return target.kind !== "found" || allowsNull(contracts, target.target, new Set([...above, schema]));
  }
  const isTyped = schema.type !== undefined;
  if (isTyped && schema.nullable !== true && !schemaTypes(schema).includes("null")) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false;
  return !combining.some((keyword) => refusesNull(contracts, place, { keyword, above }));
}

/** Whether a document, or one that refers to it, is of OpenAPI 3.0. In 3.1 `nullable` is an outdated keyword (`keyword-outdated`). */
function isOpenApi30({ openapi, asyncapi, schemas }: Contracts, document: Document): boolean {
  if (isSchemaObject(document.value) && document.value.openapi !== undefined)
    return String(document.value.openapi).startsWith("3.0");
  const others = [...asyncapi, ...schemas].some(({ path }) => path === document.path);
  return !others && openapi.some(({ value }) => String((value as SchemaObject).openapi).startsWith("3.0"));
}

/** Keywords with the value that they have anyway. */
const inSchemas: Readonly<Record<string, unknown>> = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  minItems: 0,
  minLength: 0,
  minProperties: 0,
};
const inOperations: Readonly<Record<string, unknown>> = { deprecated: false };
const inParameters: Readonly<Record<string, unknown>> = {
  deprecated: false,
  required: false,
  allowEmptyValue: false,
};

/** Keywords that repeat their default. */
export const redundantDefault: Rule = {
  name: "redundant-default",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A keyword has the value that it has anyway, such as `deprecated: false`.",
  why: "It says nothing, and hides the places that do.",
  remedy: "Remove it.",
  severity: "off",
  fixable: true,
  *check({ schemas, operations }) {
    for (const { place } of schemas) yield* redundant(place, inSchemas);
    for (const { place, parameters } of operations) {
      yield* redundant(place, inOperations);
      for (const parameter of parameters) yield* redundant(parameter, inParameters);
    }
  },
};

function* redundant(holder: Place, defaults: Readonly<Record<string, unknown>>): Generator<RuleFinding> {
  for (const [keyword, value] of Object.entries(defaults)) {
    const place = below(holder, keyword);
    if (place.value !== value) continue;
    yield {
      place,
      target: "key",
      message: `\`${keyword}: ${value}\` is the default`,
      fix: { kind: "remove", tokens: place.tokens },
    };
  }
}
