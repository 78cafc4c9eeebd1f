import { escapeToken } from "@oipkit/runtime/json-pointer";
import type { GlobalContext, transformSchema } from "openapi-typescript";
import type { SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { loadOpenApiTypescript, loadTypescript } from "../../../../reader/large-libraries.js";
import { type MarkedDocument, markNumber } from "./marked-document.js";
import { markName } from "./tidy-types.js";
import { laterOperations } from "./typed-document.js";

type Bundled = Parameters<typeof transformSchema>[0];

/**
 * The text that openapi-typescript writes for `paths`, `webhooks`, `components` and `operations` of a document, with marks for the types
 * of its schemas. Reading, linting and bundling are already done, with positions for diagnostics, so only its transformation runs.
 */
export function operationTypes(marked: MarkedDocument): string {
  try {
    return transform(marked.value);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return withPercentSigns(transform(withoutPercentSigns(marked.value) as SchemaObject));
  }
}

function transform(document: SchemaObject): string {
  const { astToString, injectOperationObject, transformSchema } = loadOpenApiTypescript();
  const newLine = loadTypescript().NewLineKind.LineFeed;
  const context = createContext(document);
  for (const { key, operation } of laterOperations(document))
    injectOperationObject(key, operation, { ctx: context, path: `#/operations/${escapeToken(key)}` });
  return astToString(transformSchema(document as unknown as Bundled, context), {
    formatOptions: { newLine },
  });
}

/** Finds what a reference leads to. The library asks for the same ones again and again. */
function resolver(document: SchemaObject): GlobalContext["resolve"] {
  const { resolveRef } = loadOpenApiTypescript();
  const found = new Map<string, unknown>();
  return <T>($ref: string) => {
    if (!found.has($ref)) found.set($ref, resolveRef(document, $ref, { silent: true }));
    return found.get($ref) as T | undefined;
  };
}

function createContext(document: SchemaObject): GlobalContext {
  const { factory } = loadTypescript();
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
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
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    // Only its reading asks for it.
    redoc: undefined as never,
    resolve: resolver(document),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: (schema) => {
      const mark = markNumber(schema as SchemaObject);
      if (mark === undefined) return undefined;
      return factory.createTypeReferenceNode(markName(mark));
    },
    transformProperty: undefined,
  };
}

/**
 * openapi-typescript URI-decodes names at every level of the document, and fails if a `%` in a path or a
 * name doesn't start an escape. A character that no text contains replaces it meanwhile.
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
  return text.replaceAll(standIn, "%").replace(/\\uFDD0|\\./g, (part) => (part === "\\uFDD0" ? "%" : part));
}
