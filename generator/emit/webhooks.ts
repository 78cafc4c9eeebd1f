import type { Contracts } from "../../reader/documents/contracts.js";
import { isJsonMedia } from "../../reader/model/http-subjects.js";
import type { HttpApi, HttpIncoming, HttpParameter } from "../../reader/model/model.js";
import { type Code, code, indent, join } from "../../reader/text/code/code.js";
import { docComment } from "../../reader/text/code/comment.js";
import { identifier } from "../../reader/text/code/identifier.js";
import { inlineLiteral, literal, propertyKey, valueKey } from "../../reader/text/code/literal.js";
import type { OutputContext } from "../outputs/output.js";
import type { TemplateView } from "../render/template.js";
import { operationDoc } from "./documentation.js";
import { fileHeader, type GeneratedFile, sourceLink } from "./file.js";
import { incomingParameters, isRead, parameterReading } from "./incoming-parameters.js";
import { incomingKey } from "./validators/http-validation.js";

/** `<api>/webhooks.ts` of each API that sends requests: typed handlers of its webhooks and callbacks. */
export function emitWebhooks({ model, contracts, render }: OutputContext): GeneratedFile[] {
  return model.apis.flatMap((api) => {
    if (api.incoming.length === 0) return [];
    const kinds = (["webhook", "callback"] as const).flatMap((kind) => {
      const requests = api.incoming.filter((each) => each.kind === kind);
      if (requests.length === 0) return [];
      return [kindView(contracts, api, requests)];
    });
    const view = {
      header: fileHeader([api.source]),
      hasBodies: api.incoming.some(hasOtherBody),
      checks: literal(`../validators/${api.name}.webhooks.js`),
      kinds,
    };
    return [{ path: `${api.name}/webhooks.ts`, text: render("webhooks.ts", view) }];
  });
}

function kindView(contracts: Contracts, api: HttpApi, requests: readonly HttpIncoming[]): TemplateView {
  const isWebhook = requests[0]?.kind === "webhook";
  const word = isWebhook ? "Webhook" : "Callback";
  const entries = requests.map(
    (request) => code`${valueKey(request.name)}: ${entryCode(contracts, request)},`,
  );
  return {
    kind: identifier(word.toLowerCase()),
    handlers: identifier(`${word}Handlers`),
    create: identifier(`create${word}s`),
    doc: factoryDoc(api, isWebhook),
    table: code`{\n${indent(join(entries, "\n"), 2)}\n  }`,
    requests: requests.map((request) => requestView(contracts, request)),
  };
}

function factoryDoc({ title, source }: HttpApi, isWebhook: boolean): Code {
  const kind = isWebhook ? "webhooks" : "callbacks";
  return docComment(
    [
      `Handlers of the ${kind} of ${title}: each request is authenticated by your function, parsed, checked against the contract, and answered with what its handler returns.`,
      "The contract doesn't say how the sender is authenticated, so nothing does that but `authenticate`.",
    ],
    [{ tag: "see", text: sourceLink(source) }],
  );
}

function requestView(contracts: Contracts, request: HttpIncoming): TemplateView {
  const { name, typeName } = request;
  return {
    request: requestDeclaration(contracts, request, docComment([`What the handler of \`${name}\` gets.`])),
    requestName: identifier(`${typeName}Request`),
    result: identifier(`${typeName}Result`),
    resultDoc: docComment([`What the handler of \`${name}\` returns.`]),
    type: operationType(request),
    doc: indent(handlerDoc(request)),
    key: propertyKey(name),
    name: literal(name),
  };
}

function handlerDoc({ expression, operation }: HttpIncoming): Code {
  if (expression === undefined) return operationDoc(operation);
  const description = [operation.description, `Sent to \`${expression}\`.`].filter(Boolean).join("\n\n");
  return operationDoc({ ...operation, description });
}

/** A request of the runtime's table: its description, and its validators. */
function entryCode(contracts: Contracts, request: HttpIncoming): Code {
  const { operation } = request;
  const { httpMethod, body, responses } = operation;
  const parameters = incomingParameters(operation).map((parameter) => {
    const { name, in: where, key, required } = parameter;
    return {
      name,
      in: where,
      key,
      required: required || undefined,
      ...parameterReading(contracts, parameter),
    };
  });
  const descriptor = inlineLiteral({
    method: httpMethod,
    parameters: parameters.length === 0 ? undefined : parameters,
    body: body && { required: body.required || undefined, contentTypes: body.contentTypes },
    answers: Object.fromEntries(responses.map(({ status, contentTypes }) => [status, contentTypes])),
  });
  return code`{ descriptor: ${descriptor}, checks: checks[${literal(incomingKey(request))}] }`;
}

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
    let either = code`ReceivedBody<${content}>`;
    if (!body?.required)
      either = code`(${either} | { readonly contentType?: undefined; readonly body?: undefined })`;
    const own = members.length === 0 ? code`` : code`{\n${indent(join(members, "\n"))}\n} & `;
    return code`${doc}export type ${name} = ${own}${either};`;
  }
  const [mediaType] = body?.contentTypes ?? [];
  if (mediaType !== undefined) {
    const media = code`${content}[${literal(mediaType)}]`;
    if (body?.required) members.push(code`readonly body: ${media};`);
    else members.push(code`readonly body?: ${media} | undefined;`);
  }
  if (members.length === 0) return code`${doc}export interface ${name} extends Record<string, never> {}`;
  return code`${doc}export interface ${name} {\n${indent(join(members, "\n"))}\n}`;
}

function parameterMember(contracts: Contracts, parameter: HttpParameter, type: Code): Code {
  const { name, key, in: where, required, description } = parameter;
  const declared = code`NonNullable<${type}["parameters"][${literal(where)}]>[${literal(name)}]`;
  // A value that isn't read by its schema is passed on as it was sent.
  const value = isRead(contracts, parameter) ? code`NonNullable<${declared}>` : code`string`;
  const member = code`${docComment([description], [])}readonly ${propertyKey(key)}`;
  if (required) return code`${member}: ${value};`;
  return code`${member}?: ${value} | undefined;`;
}
