import { fromPointer } from "@oipkit/runtime/json-pointer";
import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { ErrorObject } from "ajv";
import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { annotationKeywords } from "../read/keywords.js";
import { messagesOf } from "../read/messages.js";
import { below, type Place, placeAt } from "../read/place.js";
import { isSchemaObject, walkSchema } from "../read/schema-walk.js";
import { type Ajv, createAjv, schemaKeywords, schemaUri } from "../validation/ajv/ajv.js";
import { describeError } from "../validation/ajv/describe-error.js";
import { mostSpecific } from "./extensions.js";

/** Every schema file and every message schema must be JSON Schema 2020-12 that Ajv compiles in strict mode. */
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
  const ajv = createAjv(contracts);
  return roots.flatMap((root) => {
    const known = [...notASchema(ajv, root), ...unknownKeywords(ajv, root)];
    const isBroken = known.some(({ severity }) => severity === "error");
    return isBroken ? known : [...known, ...doesNotCompile(contracts, ajv, root)];
  });
}

function notASchema(ajv: Ajv, { document, tokens, value }: Place): Diagnostic[] {
  if (typeof value === "boolean") return [];
  const { $schema: _dialect, ...schema } = value as Record<string, unknown>;
  if (ajv.validateSchema(schema) === true) return [];
  return onePerPlace(mostSpecific(ajv.errors ?? [])).map((error) =>
    diagnose(document, [...tokens, ...fromPointer(error.instancePath)], {
      code: "schema-invalid",
      message: describeError(error, "JSON Schema"),
      hint: hintOf(error),
    }),
  );
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

function unknownKeywords(ajv: Ajv, root: Place): Diagnostic[] {
  if (!isSchemaObject(root.value)) return [];
  const found: Diagnostic[] = [];
  const core = new Set([...annotationKeywords, "$ref", "$dynamicRef", "then", "else"]);
  for (const [tokens, schema] of walkSchema(root.value)) {
    for (const keyword of Object.keys(schema)) {
      if (core.has(keyword) || schemaKeywords.get(ajv)?.has(keyword)) continue;
      ajv.RULES.keywords[keyword] = true;
      const hint = "Check the spelling. If it is an annotation of your own, start its name with `x-`.";
      const message = `unknown keyword \`${keyword}\`: JSON Schema 2020-12 doesn't have it`;
      found.push(
        diagnose(root.document, below(root, ...tokens, keyword).tokens, {
          severity: "warning",
          code: "schema-invalid",
          message,
          hint,
          target: "key",
        }),
      );
    }
    if (typeof schema.format === "string" && !Object.hasOwn(ajv.formats, schema.format)) {
      const message = `unknown format \`${schema.format}\`: it isn't checked`;
      const [near] = nearestNames(schema.format, Object.keys(ajv.formats));
      const known = `Known formats: ${Object.keys(ajv.formats).sort().join(", ")}.`;
      const hint = near === undefined ? known : `Did you mean \`${near}\`? ${known}`;
      found.push(
        diagnose(root.document, below(root, ...tokens, "format").tokens, {
          severity: "warning",
          code: "format-unknown",
          message,
          hint,
        }),
      );
    }
  }
  return found;
}

function doesNotCompile(contracts: Contracts, ajv: Ajv, { document, tokens }: Place): Diagnostic[] {
  try {
    ajv.getSchema(schemaUri(contracts, document, tokens));
    return [];
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const message = `the schema doesn't compile: ${error instanceof Error ? error.message : String(error)}`;
    return [
      diagnose(document, tokens, {
        code: "schema-invalid",
        message,
        hint: "Fix the keyword, or remove it: in strict mode, Ajv refuses what has no effect or isn't known.",
      }),
    ];
  }
}
