import type { GlobalContext, transformSchema } from "openapi-typescript";
import { loadOpenApiTypescript, loadTypescript } from "../large-libraries.js";
import { withParameterSchemas } from "./parameter-schemas.js";

type OpenApi = { readonly [key: string]: unknown };
type Bundled = Parameters<typeof transformSchema>[0];

/**
 * The text that openapi-typescript makes of a document. Reading, linting and bundling are done already, with
 * places that a person can find; so its transformation alone runs here.
 */
export function openApiTypes(document: OpenApi): string {
  try {
    return transform(document);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return withPercentSigns(transform(withoutPercentSigns(document) as OpenApi));
  }
}

function transform(document: OpenApi): string {
  const { astToString, COMMENT_HEADER, resolveRef, scanDiscriminators, transformSchema } =
    loadOpenApiTypescript();
  const schema = withParameterSchemas(withOwnSchemas(document)) as unknown as Bundled;
  const context = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: true,
    discriminators: scanDiscriminators(schema, { silent: true }),
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    resolve: (ref: string) => resolveRef(schema, ref, { silent: true }),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
  } as unknown as GlobalContext;
  const newLine = loadTypescript().NewLineKind.LineFeed;
  const text = astToString(transformSchema(schema, context), { formatOptions: { newLine } });
  return text.replace(COMMENT_HEADER, "");
}

/** `scanDiscriminators` writes into the schemas that a discriminator maps to; the contracts must stay as they are. */
function withOwnSchemas(document: OpenApi): OpenApi {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } };
  if (components?.schemas === undefined) return document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, ownSchema(schema)]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function ownSchema(schema: unknown): unknown {
  if (schema === null || typeof schema !== "object") return schema;
  const { allOf, properties, required } = schema as Record<string, unknown>;
  return {
    ...schema,
    ...(Array.isArray(allOf) ? { allOf: [...allOf] } : {}),
    ...(properties !== null && typeof properties === "object" ? { properties: { ...properties } } : {}),
    ...(Array.isArray(required) ? { required: [...required] } : {}),
  };
}

/**
 * openapi-typescript decodes a name as a part of a URI at every level of the document, and fails where a `%` in
 * a path or a property starts no escape. A character that no text holds stands in for it meanwhile.
 */
const standIn = "\ufdd0";

function withoutPercentSigns(value: unknown, key = ""): unknown {
  if (typeof value === "string") return value.replaceAll(key === "$ref" ? "%25" : "%", standIn);
  if (Array.isArray(value)) return value.map((item) => withoutPercentSigns(item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replaceAll("%", standIn),
      withoutPercentSigns(item, name),
    ]),
  );
}

/** The printer escapes what isn't ASCII in some of its strings. */
function withPercentSigns(text: string): string {
  return text.replaceAll(standIn, "%").replace(/(?<!\\)((?:\\\\)*)\\uFDD0/g, "$1%");
}
