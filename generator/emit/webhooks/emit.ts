import type { Contracts } from "../../../reader/documents/contracts.js";
import type { HttpApi, HttpIncoming } from "../../../reader/model/model.js";
import { type Code, code, indent, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, literal, propertyKey, valueKey } from "../../../reader/text/code/literal.js";
import type { OutputContext } from "../../outputs/output.js";
import type { View } from "../../render/template.js";
import { operationDoc } from "../client/operation-doc.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { incomingKey } from "../validators/http-validation.js";
import { incomingParameters, readingOf } from "./parameters.js";
import { hasOtherBody, operationType, requestDeclaration } from "./request-type.js";

/** `<api>/webhooks.ts` of each API that sends requests: typed handlers of its webhooks and callbacks. */
export function emitWebhooks({ model, contracts, render }: OutputContext): GeneratedFile[] {
  return model.apis.flatMap((api) => {
    if (api.incoming.length === 0) return [];
    const kinds = (["webhook", "callback"] as const).flatMap((kind) => {
      const requests = api.incoming.filter((each) => each.kind === kind);
      return requests.length === 0 ? [] : [kindView(contracts, api, requests)];
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

function kindView(contracts: Contracts, api: HttpApi, requests: readonly HttpIncoming[]): View {
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
  return docComment(
    [
      `Handlers of the ${isWebhook ? "webhooks" : "callbacks"} of ${title}: each request is authenticated by your function, parsed, checked against the contract, and answered with what its handler returns.`,
      "The contract doesn't say how the sender is authenticated, so nothing does that but `authenticate`.",
    ],
    [{ tag: "see", text: sourceLink(source) }],
  );
}

function requestView(contracts: Contracts, request: HttpIncoming): View {
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
  return operationDoc(
    expression === undefined
      ? operation
      : {
          ...operation,
          description: [operation.description, `Sent to \`${expression}\`.`].filter(Boolean).join("\n\n"),
        },
  );
}

/** A request of the runtime's table: its description, and its validators. */
function entryCode(contracts: Contracts, request: HttpIncoming): Code {
  const { operation } = request;
  const { httpMethod, body, responses } = operation;
  const parameters = incomingParameters(operation).map((parameter) => {
    const { name, in: where, key, required } = parameter;
    return { name, in: where, key, required: required || undefined, ...readingOf(contracts, parameter) };
  });
  const descriptor = inlineLiteral({
    method: httpMethod,
    parameters: parameters.length === 0 ? undefined : parameters,
    body: body && { required: body.required || undefined, contentTypes: body.contentTypes },
    answers: Object.fromEntries(responses.map(({ status, contentTypes }) => [status, contentTypes])),
  });
  return code`{ descriptor: ${descriptor}, checks: checks[${literal(incomingKey(request))}] }`;
}
