import { escapeToken } from "@oipkit/runtime/json-pointer";
import type { GlobalContext, transformSchema } from "openapi-typescript";
import type { Node } from "typescript";
import { loadOpenApiTypescript, loadTypescript } from "../../../reader/large-libraries.js";
import type { HttpApi } from "../../../reader/model/model.js";
import { scriptText } from "../../../reader/text/code/code.js";
import { printableJson } from "../../../reader/text/json.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { ownType } from "./openapi/own-types.js";
import { plainText } from "./openapi/plain-text.js";
import { Declarations, withRecursiveTypes } from "./openapi/recursive-types.js";
import {
  laterOperations,
  type TypedDocumentOptions,
  typedDocument,
  withParameterSchemas,
} from "./openapi/typed-document.js";

/** How to write the types of string enums in answers: as the contract lists them, or open for later values. */
export type EnumTypes = "closed" | "open";

/** `<api>/types.ts`: the types of an OpenAPI document, by openapi-typescript. */
export function emitHttpTypes(
  api: HttpApi,
  { enums }: { readonly enums: EnumTypes },
  render: Render,
): GeneratedFile[] {
  const outside = api.outside.map(({ name }) => name);
  const types = scriptText(openApiTypes(api.bundled, { outside, enums }).trim());
  return [
    {
      path: `${api.name}/types.ts`,
      text: render("http-types.ts", { header: fileHeader([api.source]), types }),
    },
  ];
}

type OpenApi = { readonly [key: string]: unknown };
type Bundled = Parameters<typeof transformSchema>[0];

/**
 * The text that openapi-typescript generates for a document. Reading, linting and bundling are already done, with
 * positions for diagnostics, so only its transformation runs here.
 */
export function openApiTypes(document: OpenApi, options: TypedDocumentOptions): string {
  const typed = withParameterSchemas(typedDocument(document, options));
  try {
    return transform(typed);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return withPercentSigns(transform(withoutPercentSigns(typed) as OpenApi));
  }
}

function transform(document: OpenApi): string {
  const { astToString, injectOperationObject, transformSchema } = loadOpenApiTypescript();
  const newLine = loadTypescript().NewLineKind.LineFeed;
  const print = (statement: Node): string => {
    if (nameIn(statement) === "WithRequired") return withRequired;
    return plainText(statement) ?? astToString(statement as never, { formatOptions: { newLine } });
  };
  const declarations = new Declarations(print);
  const resolve = resolver(document);
  let context = createContext(resolve);
  for (const { key, operation } of laterOperations(document))
    injectOperationObject(key, operation, { ctx: context, path: `#/operations/${escapeToken(key)}` });
  for (const part of splitDocument(document)) {
    declarations.add(withRecursiveTypes(transformSchema(part as unknown as Bundled, context)));
    context = createContext(resolve);
  }
  // The library copies descriptions and names with their control characters.
  return printableJson(declarations.text());
}

/** The library's own is for one object that declares all of the names. */
const withRequired = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, K & keyof T>> & Record<Exclude<K, keyof T>, unknown> : T;
`;

function nameIn(statement: Node): string | undefined {
  return (statement as { readonly name?: { readonly text?: string } }).name?.text;
}

/** Most paths in a part: more take more memory, and a time for each operation that grows with their number (measured). */
const mostPaths = 50;

/** Documents with some of the paths each, and then one with all the rest. */
function* splitDocument({ paths, ...rest }: OpenApi): Generator<OpenApi> {
  const entries = Object.entries((paths ?? {}) as OpenApi);
  for (let at = 0; at < entries.length; at += mostPaths)
    yield { paths: Object.fromEntries(entries.slice(at, at + mostPaths)) };
  yield rest;
}

/** Finds what a reference leads to. The library asks for the same ones again and again. */
function resolver(document: OpenApi): GlobalContext["resolve"] {
  const { resolveRef } = loadOpenApiTypescript();
  const found = new Map<string, unknown>();
  return <T>($ref: string) => {
    if (!found.has($ref)) found.set($ref, resolveRef(document, $ref, { silent: true }));
    return found.get($ref) as T | undefined;
  };
}

/** Settings for one part of a document. */
function createContext(resolve: GlobalContext["resolve"]): GlobalContext {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    // A default says what an absent member means, not that the member is present.
    defaultNonNullable: false,
    // The document says by itself what they say.
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
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    resolve,
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: ownType,
  } as unknown as GlobalContext;
}

/**
 * openapi-typescript URI-decodes names at every level of the document, and fails if a `%` in a path or a
 * property doesn't start an escape. A character that no text contains replaces it meanwhile.
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
