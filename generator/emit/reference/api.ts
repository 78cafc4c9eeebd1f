import { branches } from "../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place, placeAt, placeKey } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpApi, HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { placeSource } from "../../../reader/model/schemas.js";
import { join } from "../../../reader/text/code/code.js";
import {
  markdownCell,
  markdownCode,
  markdownProse,
  markdownText,
} from "../../../reader/text/code/markdown.js";
import type { Render, TemplateView } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { componentTypeNames } from "../types/http/component-names.js";
import { answerViews, bodyViews, constraintsText, typeText } from "./contents.js";
import { schemaView } from "./schemas.js";

/** `reference/<api>.md`: the operations of an API, and the schemas that only it has. */
export function emitApiReference(all: EmitInput, api: HttpApi, render: Render): GeneratedFile[] {
  const schemas = apiSchemas(all, api);
  const own = schemas.map(({ typeName, place }) => [placeKey(place), typeName] as const);
  const input = { ...all, names: new Map([...all.names, ...own]) };
  const view = {
    title: markdownText(api.title),
    source: markdownCode(sourceLink(api.source)),
    description: markdownProse(api.description ?? ""),
    operations: [
      ...api.operations.map((operation) => operationView(input, operation)),
      ...api.incoming.map((incoming) => operationView(input, incoming.operation, incoming.name)),
    ],
    hasSchemas: schemas.length > 0,
    schemas: schemas.map((schema) => schemaView(input, schema)),
  };
  return [{ path: `reference/${api.name}.md`, text: render("reference-api.md", view) }];
}

/** `handler`: what handles the request, if the API sends it. */
function operationView(input: EmitInput, operation: HttpOperation, handler?: string): TemplateView {
  const { parameters, body, scopes, kind, place } = operation;
  const answers = answerViews(input, operation);
  return {
    title: markdownText(operationTitle(operation, handler)),
    request: markdownCode(
      `${operation.httpMethod} ${kind === "path" ? operation.path : `(${kind}) ${operation.path}`}`,
    ),
    description: markdownProse(operation.description ?? ""),
    isCallable: kind === "path",
    methodName: markdownCode(`${operation.group}.${operation.method}`),
    functionName: markdownCode(operation.functionName),
    hasHandler: handler !== undefined,
    handler: markdownCode(handler ?? ""),
    hasClause: operation.clause !== undefined,
    clause: markdownText(operation.clause ?? ""),
    hasScopes: scopes.length > 0,
    scopes: join(scopes.map(markdownCode), ", "),
    hasEnvironments: operation.environments !== undefined,
    environments: join((operation.environments ?? []).map(markdownCode), ", "),
    isDeprecated: operation.deprecated,
    hasParameters: parameters.length > 0,
    parameters: parameters.map((parameter) => parameterView(input, parameter)),
    hasBody: body !== undefined,
    body: bodyViews(input, below(place, "requestBody")),
    hasHeaders: answers.some(({ hasHeaders }) => hasHeaders === true),
    hasBodies: answers.some(({ hasBodies }) => hasBodies === true),
    responses: answers,
    source: markdownCode(sourceLink(operation.source)),
  };
}

/** What an operation is called on a page. */
export function operationTitle(operation: HttpOperation, handler: string | undefined): string {
  return operation.summary ?? operation.operationId ?? handler ?? `${operation.httpMethod} ${operation.path}`;
}

/** The schema of a parameter, whether it is written as text or as a media type. */
export function parameterSchema({ place, contentType }: HttpParameter): Place {
  if (contentType === undefined) return below(place, "schema");
  return below(place, "content", contentType, "schema");
}

function parameterView(input: EmitInput, parameter: HttpParameter): TemplateView {
  const schema = parameterSchema(parameter);
  return {
    name: markdownCode(parameter.name),
    place: markdownText(parameter.in),
    type: typeText(input, schema),
    isRequired: parameter.required,
    limits: constraintsText(input.contracts, branches(input.contracts, schema)),
    description: markdownCell(parameter.description ?? ""),
  };
}

/** A schema that only an OpenAPI document names. */
export interface ApiSchema {
  readonly typeName: string;
  readonly place: Place;
}

/**
 * The schemas in the components of an API, and those elsewhere that it refers to, except references and those that
 * `reference/schemas.md` has.
 */
export function apiSchemas({ contracts, names }: EmitInput, api: HttpApi): ApiSchema[] {
  const document = contracts.openapi.find(
    (each) => placeSource(contracts, { document: each, tokens: [] }).file === api.source.file,
  );
  if (document === undefined) return [];
  const declared = childPlaces(placeAt(document, ["components", "schemas"]));
  const elsewhere = api.outside.map(({ name, place }) => [name, place] as const);
  const all = [...declared, ...elsewhere];
  const types = componentTypeNames(all.map(([name]) => name));
  return all
    .filter(([, place]) => !isReference(place.value) && !names.has(placeKey(place)))
    .map(([name, place]) => ({ typeName: types.get(name) ?? name, place }));
}

function isReference(schema: unknown): boolean {
  return isSchemaObject(schema) && "$ref" in schema && Object.keys(schema).length === 1;
}
