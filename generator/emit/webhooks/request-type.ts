import type { Contracts } from "../../../reader/documents/contracts.js";
import { isJsonMedia } from "../../../reader/model/http-subjects.js";
import type { HttpIncoming, HttpParameter } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import { incomingParameters, isRead } from "./parameters.js";

/** `webhooks["orderPlaced"]["post"]`. */
export function operationType({ typeKey, operation }: HttpIncoming): Code {
  return code`webhooks[${literal(typeKey)}][${literal(operation.httpMethod.toLowerCase())}]`;
}

/** Whether the type of a request's body depends on its media type. */
export function hasOtherBody({ operation: { body } }: HttpIncoming): boolean {
  const [first, ...others] = body?.contentTypes ?? [];
  return first !== undefined && (others.length > 0 || !isJsonMedia(first));
}

/** The declaration of what a handler gets: parameters by key, and the body. */
export function requestDeclaration(contracts: Contracts, request: HttpIncoming, doc: Code): Code {
  const name = identifier(`${request.typeName}Request`);
  const type = operationType(request);
  const members = incomingParameters(request.operation).map((parameter) =>
    parameterMember(contracts, parameter, type),
  );
  const { body } = request.operation;
  const content = code`NonNullable<${type}["requestBody"]>["content"]`;
  if (hasOtherBody(request)) {
    const received = code`ReceivedBody<${content}>`;
    const either = body?.required
      ? received
      : code`(${received} | { readonly contentType?: undefined; readonly body?: undefined })`;
    const own = members.length === 0 ? code`` : code`{\n${indent(join(members, "\n"))}\n} & `;
    return code`${doc}export type ${name} = ${own}${either};`;
  }
  const [mediaType] = body?.contentTypes ?? [];
  if (mediaType !== undefined) {
    const media = code`${content}[${literal(mediaType)}]`;
    members.push(
      body?.required ? code`readonly body: ${media};` : code`readonly body?: ${media} | undefined;`,
    );
  }
  if (members.length === 0) return code`${doc}export interface ${name} extends Record<string, never> {}`;
  return code`${doc}export interface ${name} {\n${indent(join(members, "\n"))}\n}`;
}

function parameterMember(contracts: Contracts, parameter: HttpParameter, type: Code): Code {
  const { name, key, in: where, required, description } = parameter;
  const declared = code`NonNullable<${type}["parameters"][${literal(where)}]>[${literal(name)}]`;
  // A value that isn't read by its schema is passed on as it was sent.
  const value = isRead(contracts, parameter) ? code`NonNullable<${declared}>` : code`string`;
  return code`${docComment([description], [])}readonly ${propertyKey(key)}${required ? code`: ${value}` : code`?: ${value} | undefined`};`;
}
