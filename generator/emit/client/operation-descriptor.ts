import { defaultStyle, explodesByDefault } from "../../../reader/documents/openapi/parameter-styles.js";
import type { HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { isIdempotencyKey } from "./idempotency-key.js";

/**
 * The run-time description of an operation (`OperationDescriptor` of `@oipkit/runtime/http`), without OpenAPI's
 * defaults, to keep a client of a thousand operations small.
 */
export function operationDescriptor(operation: HttpOperation): object {
  const { operationId, httpMethod, path, body, responses, scopes, environments, server } = operation;
  return {
    id: operationId ?? `${httpMethod} ${path}`,
    method: httpMethod,
    path,
    server,
    parameters: parametersOf(operation.parameters),
    body: body && {
      required: body.required || undefined,
      contentTypes: body.contentTypes,
      encoding: body.encoding,
    },
    responses: Object.fromEntries(responses.map(({ status, contentTypes }) => [status, contentTypes])),
    scopes: scopes.length > 0 ? scopes : undefined,
    environments,
  };
}

/** The writer that each part of a request needs: the smallest one that can write its values. */
export function writersOf({ parameters, body, httpMethod }: HttpOperation): [place: string, name: string][] {
  const writers = (["path", "query", "header", "cookie"] as const).flatMap((place): [string, string][] => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const needed = here.every(isPlain) ? plainWriters[place] : styledWriters[place];
    return here.length === 0 || needed === undefined ? [] : [[place, needed]];
  });
  if (body === undefined || httpMethod === "GET" || httpMethod === "HEAD") return writers;
  const [type = "", ...others] = body.contentTypes;
  const isJson = others.length === 0 && /^[^*;]+[/+]json(?: ?;.*)?$/i.test(type);
  return [
    ...writers,
    ["body", isJson ? "writeJsonBody" : body.hasItems ? "writeStreamBody" : "writeAnyBody"],
  ];
}

const plainWriters = {
  path: undefined,
  query: "writeTextQuery",
  header: "writeTextHeader",
  cookie: "writeCookie",
} as const;

const styledWriters = {
  path: "writeStyledPath",
  query: "writeStyledQuery",
  header: "writeStyledHeader",
  cookie: "writeCookie",
} as const;

/** One value, in the default style. */
function isPlain(parameter: HttpParameter): boolean {
  const { isScalar, allowReserved, contentType, style, in: where } = parameter;
  return isScalar && !allowReserved && contentType === undefined && style === defaultStyle(where);
}

function parametersOf(parameters: readonly HttpParameter[]): object | undefined {
  const places: Record<string, Record<string, object>> = {};
  for (const parameter of parameters) {
    const entry = entryOf(parameter);
    if (parameter.in === "path" && Object.values(entry).every((value) => value === undefined)) continue;
    const place = places[parameter.in] ?? {};
    places[parameter.in] = place;
    Object.defineProperty(place, parameter.name, { value: entry, enumerable: true });
  }
  return Object.keys(places).length === 0 ? undefined : places;
}

function entryOf({
  name,
  key,
  in: where,
  required,
  style,
  explode,
  allowReserved,
  contentType,
}: HttpParameter): Record<string, unknown> {
  return {
    key: key === name ? undefined : key,
    required: required && where !== "path" ? true : undefined,
    style: style === defaultStyle(where) ? undefined : style,
    explode: explode === explodesByDefault(style) ? undefined : explode,
    allowReserved: allowReserved || undefined,
    content: contentType,
    idempotencyKey: where === "header" && isIdempotencyKey(name) ? true : undefined,
  };
}
