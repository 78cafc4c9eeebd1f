import { isLaterMethod } from "../../../reader/documents/openapi/path-items.js";
import type { HttpApi, HttpOperation } from "../../../reader/model/model.js";
import { isUsable } from "../../../reader/model/servers.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, literal } from "../../../reader/text/code/literal.js";
import type { Render, View } from "../../render/template.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { answerCode, choicesOf } from "./answer-types.js";
import { apiDescriptor } from "./api-descriptor.js";
import { groupsOf } from "./groups.js";
import { isIdempotencyKey } from "./idempotency-key.js";
import { operationDescriptor, writersOf } from "./operation-descriptor.js";
import { operationDoc } from "./operation-doc.js";
import { requestInterface, requestMembers } from "./request-members.js";
import { needsSecurity, ownSecurity } from "./security.js";

/** `<api>/client.ts`: one function for each operation, and a client that groups them. */
export function emitHttpClient(api: HttpApi, render: Render): GeneratedFile[] {
  const operations = api.operations.filter(({ kind }) => kind === "path");
  if (operations.length === 0) return [];
  const types = [
    ...(operations.some(({ isNamedType }) => isNamedType) ? ["operations"] : []),
    ...(operations.every(({ isNamedType }) => isNamedType) ? [] : ["paths"]),
  ];
  const described = apiDescriptor(api);
  const view = {
    header: fileHeader([api.source]),
    isDescribed: described !== undefined,
    isPlain: described === undefined,
    api: inlineLiteral(described ?? {}),
    optionsDefault: api.servers.some(isUsable) && !needsSecurity(api) ? code` = {}` : code``,
    types: join(
      types.map((name) => identifier(name)),
      ", ",
    ),
    functions: [...new Set([...operations.flatMap(runtimeFunctions), ...(described ? ["apiOptions"] : [])])]
      .sort()
      .map((name) => ({ name: identifier(name) })),
    hasConstants: operations.some((operation) => requestMembers(operation, code``) === undefined),
    hasPages: operations.some(({ pagination }) => pagination !== undefined),
    operations: operations.map((operation) => operationView(operation, api)),
    ...groupsOf(operations),
    hasChoices: operations.some((operation) => choicesOf(operation).length > 0),
    doc: docComment(
      [`A client of ${api.title}: its operations by group, and the HTTP client that they share.`],
      [{ tag: "see", text: sourceLink(api.source) }],
    ),
  };
  return [{ path: `${api.name}/client.ts`, text: render("http-client.ts", view) }];
}

function operationView(operation: HttpOperation, api: HttpApi): View {
  const { operationId, httpMethod, path } = operation;
  // An operation with a method of OpenAPI 3.2 isn't in `paths`.
  const key = operationId ?? (isLaterMethod(httpMethod) ? `${httpMethod} ${path}` : undefined);
  const type =
    key !== undefined && operation.isNamedType
      ? code`operations[${literal(key)}]`
      : code`paths[${literal(path)}][${literal(httpMethod.toLowerCase())}]`;
  const name = operation.typeName;
  const request = code`OperationRequest<${type}, typeof ${identifier(operation.descriptorName)}>`;
  const requestName = identifier(`${name}Request`);
  const members = requestMembers(operation, type);
  return {
    name: identifier(operation.functionName),
    // Inline, since the compiler would follow each top-level name back through all constants before it.
    descriptor: members ? descriptorCode(operation, api) : identifier(operation.descriptorName),
    constant: members
      ? code``
      : code`const ${identifier(operation.descriptorName)} = ${descriptorCode(operation, api)} as const satisfies OperationDescriptor;\n`,
    request: members
      ? requestInterface(requestName, members)
      : // An interface reads better in an editor, but can't extend the union that several media types give.
        isSingle(operation)
        ? code`export interface ${requestName} extends ${request} {}`
        : code`export type ${requestName} = ${request};`,
    requestName,
    optional: isRequestRequired(operation) ? code`` : code`?`,
    ...answerCode(operation, type),
    answerName: identifier(`${name}Answer`),
    isPaginated: operation.pagination !== undefined,
    paginateName: identifier(operation.paginateName?.functionName ?? "paginate"),
    pageLinks: pageLinks(operation),
    pageType: isRequestRequired(operation) ? code`` : code`: ${requestName}`,
    orEmpty: isRequestRequired(operation) ? code`` : code` ?? {}`,
    doc: operationDoc(operation),
  };
}

/** The descriptor's data, and the names of its writers and of what reads its items. */
function descriptorCode(operation: HttpOperation, api: HttpApi): Code {
  const writers = writersOf(operation).map(([place, name]) => [place, identifier(name)]);
  return inlineLiteral({
    ...operationDescriptor(operation),
    security: ownSecurity(api, operation),
    writers: writers.length === 0 ? undefined : Object.fromEntries(writers),
    items: readsItems(operation) ? identifier("readItems") : undefined,
  });
}

function pageLinks({ pagination, parameters }: HttpOperation): Code {
  if (pagination?.kind !== "cursor") return inlineLiteral(pagination ?? {});
  const { key } = parameters.find(
    ({ name, in: where }) => where === "query" && name === pagination.parameter,
  ) ?? { key: pagination.parameter };
  return inlineLiteral({ ...pagination, parameter: key });
}

function runtimeFunctions(operation: HttpOperation): string[] {
  return [
    ...writersOf(operation).map(([, name]) => name),
    ...(operation.pagination === undefined ? [] : ["paginate"]),
    ...(readsItems(operation) ? ["readItems"] : []),
    ...(choicesOf(operation).length === 0 ? [] : ["bindOperation"]),
  ];
}

function readsItems({ responses }: HttpOperation): boolean {
  return responses.some(({ hasItems }) => hasItems);
}

function isSingle({ body }: HttpOperation): boolean {
  return (body?.contentTypes.length ?? 0) <= 1;
}

function isRequestRequired({ parameters, body }: HttpOperation): boolean {
  return (
    body?.required === true ||
    parameters.some(
      ({ required, in: where, name }) => required && !(where === "header" && isIdempotencyKey(name)),
    )
  );
}
