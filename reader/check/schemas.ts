import { fromPointer } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { ErrorObject } from "ajv";
import { isMultiFormat } from "../documents/asyncapi/multi-format.js";
import { type Contracts, diagnose, type Finding } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { messagesOf } from "../documents/messages.js";
import { type Place, placeAt } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../documents/schema-walk.js";
import { unknownType } from "../documents/type-names.js";
import { describeError } from "../validation/ajv/describe-error.js";
import { knownKeywords, metaSchemaErrors } from "../validation/ajv/meta-schema.js";
import { asDraft202012 } from "../validation/dialects/openapi30.js";
import { formatNames } from "../validation/formats.js";
import { ContractNodes } from "../validation/nodes/contract-nodes.js";
import { SchemaError } from "../validation/schema-error.js";
import { mostSpecific } from "./extensions.js";
import { alike, unknownFormat } from "./format-names.js";
import { ineffectiveKeywords } from "./keywords-without-effect.js";

/**
 * Every schema file and every message schema must be JSON Schema 2020-12 of which a validator can be made, and so must be what
 * they refer to. What is valid but can hardly be meant is a warning: an unknown keyword or format, a keyword without effect.
 */
export function checkSchemas(contracts: Contracts): Diagnostic[] {
  const roots = [
    ...contracts.schemas.map((document) => placeAt(document, [])),
    ...contracts.asyncapi.flatMap((document) =>
      messagesOf(contracts, document).flatMap(({ payload }) => payload ?? []),
    ),
  ];
  return checkSchemaPlaces(contracts, roots);
}

/** The same for some schemas. */
export function checkSchemaPlaces(contracts: Contracts, roots: readonly Place[]): Diagnostic[] {
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
        hint: hintOf(error),
      });
    });
}

function hintOf({ keyword, params, data }: ErrorObject): string {
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
  const warning = (keyword: string, finding: Omit<Finding, "severity">): Diagnostic =>
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
