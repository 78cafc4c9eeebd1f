import type { HttpOperation, HttpParameter } from "../../model/model.js";
import { isSchemaObject } from "../../read/schema-walk.js";
import { type Code, code, indent, join } from "../../render/code.js";
import { docComment } from "../../render/comment.js";
import { literal, propertyKey } from "../../render/literal.js";
import { isIdempotencyKey } from "./idempotency-key.js";

/**
 * The members of an operation's request, each with the type that it has in `operations`. Nothing where the body has
 * several media types or is no JSON: those take more than a look-up.
 *
 * `OperationRequest` of `@oipkit/runtime/http` gives the same for every operation; but a compiler has to work it out for each
 * one of a client, and these are just read.
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

/** As `JsonMedia` of the runtime says. */
function isJson(contentType: string): boolean {
  return /^[^*;]*[/+]json(?: ?;.*)?$/.test(contentType);
}

function parameterMember(parameter: HttpParameter, type: Code): Code {
  const { name, key, in: where, required, description } = parameter;
  const group = code`${type}["parameters"][${literal(where)}]`;
  const doc = docComment([description], []);
  // The client makes an idempotency key itself where there is none.
  const isOptional = where !== "path" && (!required || (where === "header" && isIdempotencyKey(name)));
  const plain = plainType(parameter);
  if (plain)
    return code`${doc}${propertyKey(key)}${isOptional ? code`?: ${plain} | undefined` : code`: ${plain}`};`;
  const value = code`${required ? group : code`NonNullable<${group}>`}[${literal(name)}]`;
  // What `operations` has as optional is `undefined` already.
  if (isOptional) return code`${doc}${propertyKey(key)}?: ${value}${required ? code` | undefined` : code``};`;
  return code`${doc}${propertyKey(key)}: ${required ? value : code`NonNullable<${value}>`};`;
}

/** The type of a schema that says its type and nothing else that a type could say. */
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
