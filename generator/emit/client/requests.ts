import { defaultStyle, explodesByDefault } from "../../../reader/documents/openapi/path-items.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";

/**
 * The run-time description of an operation (`OperationDescriptor` of `@oipkit/runtime/http`), without OpenAPI's
 * defaults, to keep a client of a thousand operations small.
 */
export function operationDescriptor(
  operation: HttpOperation,
  longParameters: ReadonlySet<string> = new Set(),
): object {
  const { operationId, httpMethod, path, body, responses, scopes, environments, server } = operation;
  return {
    id: operationId ?? `${httpMethod} ${path}`,
    method: httpMethod,
    path,
    server,
    parameters: parametersByPlace(operation.parameters, longParameters),
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
export function bodyWriters({
  parameters,
  body,
  httpMethod,
}: HttpOperation): [place: string, name: string][] {
  const writers = (["path", "query", "header", "cookie"] as const).flatMap((place): [string, string][] => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const needed = here.every(isPlain) ? plainWriters[place] : styledWriters[place];
    if (here.length === 0 || needed === undefined) return [];
    return [[place, needed]];
  });
  if (body === undefined || httpMethod === "GET" || httpMethod === "HEAD") return writers;
  return [...writers, ["body", bodyWriter(body)]];
}

function bodyWriter({ contentTypes, hasItems }: NonNullable<HttpOperation["body"]>): string {
  const [type = "", ...others] = contentTypes;
  if (others.length === 0 && /^[^*;]+[/+]json(?: ?;.*)?$/i.test(type)) return "writeJsonBody";
  if (hasItems) return "writeStreamBody";
  return "writeAnyBody";
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

function parametersByPlace(
  parameters: readonly HttpParameter[],
  longs: ReadonlySet<string>,
): object | undefined {
  const places: Record<string, Record<string, object>> = {};
  for (const parameter of parameters) {
    const entry = { ...describeParameter(parameter), long: longs.has(parameter.key) || undefined };
    if (parameter.in === "path" && Object.values(entry).every((value) => value === undefined)) continue;
    const place = places[parameter.in] ?? {};
    places[parameter.in] = place;
    Object.defineProperty(place, parameter.name, { value: entry, enumerable: true });
  }
  if (Object.keys(places).length === 0) return undefined;
  return places;
}

function describeParameter({
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

/**
 * The members of an operation's request, each with the type that it has in `operations`. `undefined` if the body has
 * several media types or isn't JSON: those take more than a lookup.
 *
 * `OperationRequest` of `@oipkit/runtime/http` yields the same types, but the compiler would have to compute it for
 * each operation of a client, whereas these are just read.
 */
export function requestMembers(
  { parameters, body }: HttpOperation,
  type: Code,
  longParameters: ReadonlySet<string> = new Set(),
): Code[] | undefined {
  const [contentType, ...others] = body?.contentTypes ?? [];
  if (contentType !== undefined && (others.length > 0 || !isJson(contentType))) return undefined;
  const members = parameters.map((parameter) =>
    parameterMember(parameter, type, longParameters.has(parameter.key)),
  );
  if (body !== undefined && contentType !== undefined)
    members.push(bodyMember(code`${type}["requestBody"]`, contentType, body.required));
  return members;
}

/** The same as `JsonMedia` of the runtime. */
function isJson(contentType: string): boolean {
  return /^[^*;]*[/+]json(?: ?;.*)?$/.test(contentType);
}

function parameterMember(parameter: HttpParameter, type: Code, isLong: boolean): Code {
  const { name, key, in: where, required, description } = parameter;
  const group = code`${type}["parameters"][${literal(where)}]`;
  const doc = docComment([description], []);
  // The client creates an idempotency key if there is none.
  const isOptional = where !== "path" && (!required || (where === "header" && isIdempotencyKey(name)));
  const plain = isLong ? undefined : plainType(parameter);
  const member = code`${doc}${propertyKey(key)}`;
  if (plain && isOptional) return code`${member}?: ${plain} | undefined;`;
  if (plain) return code`${member}: ${plain};`;
  // A member that is optional in `operations` already allows `undefined`.
  if (!required) {
    const value = code`NonNullable<${group}>[${literal(name)}]`;
    return isOptional ? code`${member}?: ${value};` : code`${member}: NonNullable<${value}>;`;
  }
  const value = code`${group}[${literal(name)}]`;
  return isOptional ? code`${member}?: ${value} | undefined;` : code`${member}: ${value};`;
}

/** The type of a schema whose only keyword that affects the type is `type`. */
function plainType({ place }: HttpParameter): Code | undefined {
  const { schema } = place.value as { schema?: unknown };
  if (!isSchemaObject(schema) || Object.keys(schema).some((keyword) => !saidBeside.has(keyword)))
    return undefined;
  switch (schema.type) {
    case "string":
      return code`string`;
    case "integer":
    case "number":
      return code`number`;
    case "boolean":
      return code`boolean`;
    default:
      return undefined;
  }
}

const saidBeside: ReadonlySet<string> = new Set(
  (
    "type format title description default deprecated example examples pattern minLength maxLength minimum maximum " +
    "exclusiveMinimum exclusiveMaximum multipleOf"
  ).split(" "),
);

function bodyMember(described: Code, contentType: string, isRequired: boolean): Code {
  const media = code`["content"][${literal(contentType)}]`;
  if (isRequired) return code`body: ${described}${media};`;
  return code`body?: NonNullable<${described}>${media} | undefined;`;
}

/** The declaration of a request with these members. */
export function requestInterface(name: Code, members: readonly Code[]): Code {
  if (members.length === 0) return code`export interface ${name} extends Record<string, never> {}`;
  return code`export interface ${name} {\n${indent(join(members, "\n"))}\n}`;
}

/** The header of draft-ietf-httpapi-idempotency-key-header. */
export function isIdempotencyKey(header: string): boolean {
  return header.toLowerCase() === "idempotency-key";
}
