import type { HttpOperation, HttpParameter } from "../model/model.js";
import { isIdempotencyKey } from "./idempotency-key.js";

/**
 * The run-time description of an operation (`OperationDescriptor` of `oipkit/http`), without what is OpenAPI's
 * default: a client of a thousand operations should be no larger than it must.
 */
export function operationDescriptor(operation: HttpOperation): object {
  const { operationId, httpMethod, path, body, responses, scopes } = operation;
  return {
    id: operationId ?? `${httpMethod} ${path}`,
    method: httpMethod,
    path,
    parameters: parametersOf(operation.parameters),
    body: body && { required: body.required || undefined, contentTypes: body.contentTypes },
    responses: Object.fromEntries(responses.map(({ status, contentTypes }) => [status, contentTypes])),
    scopes: scopes.length > 0 ? scopes : undefined,
  };
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
  const defaultStyle = where === "query" || where === "cookie" ? "form" : "simple";
  return {
    key: key === name ? undefined : key,
    required: required && where !== "path" ? true : undefined,
    style: style === defaultStyle ? undefined : style,
    explode: explode === (style === "form" || style === "deepObject") ? undefined : explode,
    allowReserved: allowReserved || undefined,
    content: contentType,
    idempotencyKey: where === "header" && isIdempotencyKey(name) ? true : undefined,
  };
}
