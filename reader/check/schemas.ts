import { fromPointer } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { ErrorObject } from "ajv";
import { documentMessages } from "../documents/asyncapi/messages.js";
import { isMultiFormat } from "../documents/asyncapi/schema-formats.js";
import { type ContractFinding, type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { unknownType } from "../documents/keyword-form.js";
import { type Place, placeAt } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../documents/schema-walk.js";
import { asDraft202012 } from "../validation/dialects/openapi30.js";
import { formatNames } from "../validation/formats.js";
import { describeError, knownKeywords, metaSchemaErrors } from "../validation/json-schema-errors.js";
import { ContractNodes } from "../validation/nodes/contract-nodes.js";
import { SchemaError } from "../validation/violation.js";
import { mostSpecific } from "./extensions.js";
import { alike, unknownFormat } from "./formats.js";

/**
 * Every schema file and every message schema must be JSON Schema 2020-12 of which a validator can be made, and so must be what
 * they refer to. What is valid but can hardly be meant is a warning: an unknown keyword or format, a keyword without effect.
 */
export function checkSchemas(contracts: Contracts): Diagnostic[] {
  const roots = [
    ...contracts.schemas.map((document) => placeAt(document, [])),
    ...contracts.asyncapi.flatMap((document) =>
      documentMessages(contracts, document).flatMap(({ payload }) => payload ?? []),
    ),
  ];
  return checkSchemaPlaces(contracts, roots);
}

/** The same for some schemas. */
function checkSchemaPlaces(contracts: Contracts, roots: readonly Place[]): Diagnostic[] {
  if (roots.length === 0) return [];
  const found: Diagnostic[] = [];
  const seen = new Set<unknown>();
  const open = [...roots].reverse();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place.value)) continue;
    found.push(...notASchema(place));
    if (!isSchemaObject(place.value)) continue;
    for (const [tokens, schema] of walkSchema(place.value)) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const at: Place = { document: place.document, tokens: [...place.tokens, ...tokens], value: schema };
      found.push(...doubtfulKeywords(at, schema));
      open.push(...partsElsewhere(contracts, at, schema));
    }
  }
  if (found.some(({ severity }) => severity === "error")) return found;
  const nodes = new ContractNodes(asDraft202012(contracts));
  return [...found, ...roots.flatMap((root) => withoutNode(nodes, root))];
}

/** What a schema refers to. Schemas of OpenAPI documents have checks of their own. */
function partsElsewhere(contracts: Contracts, { document }: Place, { $ref }: SchemaObject): Place[] {
  if (typeof $ref !== "string") return [];
  const resolution = resolveReference(contracts.documents, document, $ref);
  if (resolution.kind !== "found" || contracts.openapi.includes(resolution.target.document)) return [];
  return [resolution.target];
}

function notASchema({ document, tokens, value }: Place): Diagnostic[] {
  const errors = onePerPlace(mostSpecific(metaSchemaErrors(value)));
  const places = errors.map(({ instancePath }) => instancePath);
  // The items of a list of types have findings of their own.
  const isListOfTypes = ({ instancePath: at }: ErrorObject): boolean =>
    at.endsWith("/type") && places.some((other) => other.startsWith(`${at}/`));
  return errors
    .filter((error) => !isListOfTypes(error))
    .map((error) => {
      const isType = error.keyword === "enum" && /\/type(?:\/\d+)?$/.test(error.instancePath);
      const unknown = isType ? unknownType(error.data) : undefined;
      if (unknown !== undefined)
        return diagnose(document, [...tokens, ...fromPointer(error.instancePath)], {
          code: "schema-invalid",
          ...unknown,
        });
      return diagnose(document, [...tokens, ...fromPointer(error.instancePath)], {
        code: "schema-invalid",
        message: describeError(error, "JSON Schema"),
        hint: errorHint(error),
      });
    });
}

function errorHint({ keyword, params, data }: ErrorObject): string {
  const { allowedValues = [] } = params as { allowedValues?: readonly unknown[] };
  const [near] = nearestNames(String(data), allowedValues.map(String));
  if (keyword === "enum" && near !== undefined) return `Did you mean \`${near}\`?`;
  return `See \`${keyword}\` in the JSON Schema 2020-12 meta-schema.`;
}

/** Alternatives of the meta-schema, such as `type` as a name or a list, give several errors; the first names the values. */
function onePerPlace(errors: readonly ErrorObject[]): ErrorObject[] {
  const first = new Map<string, ErrorObject>();
  for (const error of errors) {
    const known = first.get(error.instancePath);
    if (known === undefined || (known.keyword === "type" && error.keyword !== "type"))
      first.set(error.instancePath, error);
  }
  return [...first.values()];
}

function doubtfulKeywords(place: Place, schema: SchemaObject): Diagnostic[] {
  if (isMultiFormat(schema)) return [];
  const warning = (keyword: string, finding: Omit<ContractFinding, "severity">): Diagnostic =>
    diagnose(place.document, [...place.tokens, keyword], { ...finding, severity: "warning" });
  const unknown = Object.keys(schema).filter(
    (keyword) => !knownKeywords.has(keyword) && !keyword.startsWith("x-"),
  );
  const found = unknown.map((keyword) => {
    const [near] = nearestNames(keyword, alike(keyword, [...knownKeywords]));
    const meant = near === undefined ? "Check the spelling." : `Did you mean \`${near}\`?`;
    return warning(keyword, {
      code: "schema-invalid",
      message: `unknown keyword \`${keyword}\`: JSON Schema 2020-12 doesn't have it`,
      hint: `${meant} If it is an annotation of your own, start its name with \`x-\`.`,
      target: "key",
    });
  });
  for (const { keyword, message, hint } of ineffectiveKeywords(schema))
    found.push(warning(keyword, { code: "keyword-without-effect", message, hint, target: "key" }));
  const { format } = schema;
  if (typeof format !== "string" || formatNames.includes(format)) return found;
  return [...found, warning("format", unknownFormat(format))];
}

/** The error of a valid schema of which no validator can be made: it, or what it refers to. */
function withoutNode(nodes: ContractNodes, root: Place): Diagnostic[] {
  try {
    nodes.of(root);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const { contracts } = nodes;
    const [path] = [...contracts.names].find(([, name]) => name === error.document) ?? [root.document.path];
    const document = contracts.documents.get(path) ?? root.document;
    return [
      diagnose(document, fromPointer(error.pointer), {
        code: "schema-invalid",
        message: error.reason,
        hint: "Write it as JSON Schema 2020-12 says, or remove it.",
      }),
    ];
  }
}

/** A keyword that is valid where it is, but asserts nothing there, or lets nothing pass. */
interface IneffectiveKeyword {
  readonly keyword: string;
  readonly message: string;
  readonly hint: string;
}

/** The keywords of a schema of 2020-12 that are valid and can hardly be meant. */
function ineffectiveKeywords(schema: SchemaObject): IneffectiveKeyword[] {
  return [...branches(schema), ...counts(schema), ...emptyEnum(schema)];
}

function branches(schema: SchemaObject): IneffectiveKeyword[] {
  const own = ["if", "then", "else"].filter((keyword) => schema[keyword] !== undefined);
  if (own.includes("if")) {
    if (own.length > 1) return [];
    return [noEffect("if", "without `then` and `else`", "Add `then` or `else`, or remove `if`.")];
  }
  return own.map((keyword) => noEffect(keyword, "without `if`", `Add \`if\`, or remove \`${keyword}\`.`));
}

function counts({ contains, minContains, maxContains }: SchemaObject): IneffectiveKeyword[] {
  const own = Object.entries({ minContains, maxContains }).filter(([, count]) => count !== undefined);
  if (contains === undefined)
    return own.map(([keyword]) =>
      noEffect(keyword, "without `contains`", `Add \`contains\`, or remove \`${keyword}\`.`),
    );
  if (minContains === 0 && maxContains === undefined)
    return [
      noEffect(
        "contains",
        "with `minContains: 0` and without `maxContains`",
        "Add `maxContains`, or raise `minContains`.",
      ),
    ];
  const isContradiction = typeof maxContains === "number" && maxContains < Number(minContains ?? 1);
  if (!isContradiction) return [];
  const message = "no list is valid: `maxContains` is less than `minContains`, which is 1 if absent";
  return [{ keyword: "maxContains", message, hint: "Raise `maxContains`, or lower `minContains`." }];
}

function emptyEnum({ enum: values }: SchemaObject): IneffectiveKeyword[] {
  if (!Array.isArray(values) || values.length > 0) return [];
  return [
    {
      keyword: "enum",
      message: "no value is valid: `enum` is empty",
      hint: "Add the values that are allowed, or write `not: {}`.",
    },
  ];
}

function noEffect(keyword: string, where: string, hint: string): IneffectiveKeyword {
  return { keyword, message: `\`${keyword}\` has no effect ${where}`, hint };
}

/**
 * The findings of a checker for OpenAPI or AsyncAPI. What it finds in a schema file that isn't valid JSON Schema
 * anyway is replaced by what `checkSchemas` finds there, in the words of JSON Schema.
 */
export function inWordsOfJsonSchema(contracts: Contracts, found: readonly Diagnostic[]): Diagnostic[] {
  const files = new Set(found.map(({ file }) => file));
  const invalid = contracts.schemas
    .filter(({ file }) => files.has(file))
    .map((document) => ({
      document,
      own: checkSchemaPlaces(contracts, [placeAt(document, [])]),
    }))
    .filter(({ own }) => own.length > 0);
  const replaced = new Set(invalid.map(({ document }) => document.file));
  return [...found.filter(({ file }) => !replaced.has(file)), ...invalid.flatMap(({ own }) => own)];
}

/** What to do about a finding of such a checker: `specification` is that of the document that was checked. */
export function structureHint(contracts: Contracts, at: Document, specification: string): string {
  if (!contracts.schemas.includes(at)) return `See this object in the ${specification} specification.`;
  return `This is valid JSON Schema 2020-12, but an ${specification} document refers to the schema: write it as both allow.`;
}
