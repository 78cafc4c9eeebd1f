import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpOperation, HttpParameter } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import { isIdempotencyKey } from "./idempotency-key.js";

/**
 * The members of an operation's request, each with the type that it has in `operations`. `undefined` if the body has
 * several media types or isn't JSON: those take more than a lookup.
 *
 * `OperationRequest` of `@oipkit/runtime/http` yields the same types, but the compiler would have to compute it for
 * each operation of a client, whereas these are just read.
 */
export function requestMembers({ parameters, body }: HttpOperation, type: Code): Code[] | undefined {
  const [contentType, ...others] = body?.contentTypes ?? [];
  if (contentType !== undefined && (others.length > 0 || !isJson(contentType))) return undefined;
  return [
    ...parameters.map((parameter) => parameterMember(parameter, type)),
    ...(body === undefined || contentType === undefined
      ? []
      : [bodyMember(code`${type}["requestBody"]`, contentType, body.required)]),
  ];
}

/** The same as `JsonMedia` of the runtime. */
function isJson(contentType: string): boolean {
  return /^[^*;]*[/+]json(?: ?;.*)?$/.test(contentType);
}

function parameterMember(parameter: HttpParameter, type: Code): Code {
  const { name, key, in: where, required, description } = parameter;
  const group = code`${type}["parameters"][${literal(where)}]`;
  const doc = docComment([description], []);
  // The client creates an idempotency key if there is none.
  const isOptional = where !== "path" && (!required || (where === "header" && isIdempotencyKey(name)));
  const plain = plainType(parameter);
  if (plain)
    return code`${doc}${propertyKey(key)}${isOptional ? code`?: ${plain} | undefined` : code`: ${plain}`};`;
  const value = code`${required ? group : code`NonNullable<${group}>`}[${literal(name)}]`;
  // A member that is optional in `operations` already allows `undefined`.
  if (isOptional) return code`${doc}${propertyKey(key)}?: ${value}${required ? code` | undefined` : code``};`;
  return code`${doc}${propertyKey(key)}: ${required ? value : code`NonNullable<${value}>`};`;
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
  return isRequired
    ? code`body: ${described}${media};`
    : code`body?: NonNullable<${described}>${media} | undefined;`;
}

/** The declaration of a request with these members. */
export function requestInterface(name: Code, members: readonly Code[]): Code {
  if (members.length === 0) return code`export interface ${name} extends Record<string, never> {}`;
  return code`export interface ${name} {\n${indent(join(members, "\n"))}\n}`;
}
