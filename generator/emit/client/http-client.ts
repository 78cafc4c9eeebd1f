import type { HttpApi, HttpOperation } from "../../model/model.js";
import { type Code, code, indent, join } from "../../render/code.js";
import { docComment } from "../../render/comment.js";
import { identifier } from "../../render/identifier.js";
import { inlineLiteral, literal, propertyKey } from "../../render/literal.js";
import type { Render, View } from "../../render/template.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { isIdempotencyKey } from "./idempotency-key.js";
import { operationDescriptor, writersOf } from "./operation-descriptor.js";
import { requestInterface, requestMembers } from "./request-members.js";

/** `<api>/client.ts`: one function for each operation, and a client that groups them. */
export function emitHttpClient(api: HttpApi, render: Render): GeneratedFile[] {
  const operations = api.operations.filter(({ kind }) => kind === "path");
  if (operations.length === 0) return [];
  const types = [
    ...(operations.some(hasOwnType) ? ["operations"] : []),
    ...(operations.every(hasOwnType) ? [] : ["paths"]),
  ];
  const view = {
    header: fileHeader([api.source]),
    types: join(
      types.map((name) => identifier(name)),
      ", ",
    ),
    functions: [...new Set(operations.flatMap(runtimeFunctions))]
      .sort()
      .map((name) => ({ name: identifier(name) })),
    hasConstants: operations.some((operation) => requestMembers(operation, code``) === undefined),
    hasPages: operations.some(({ pagination }) => pagination !== undefined),
    operations: operations.map((operation) => operationView(operation)),
    groups: groupsOf(operations),
    doc: docComment(
      [`A client of ${api.title}: its operations by group, and the HTTP client that they share.`],
      [{ tag: "see", text: sourceLink(api.source) }],
    ),
  };
  return [{ path: `${api.name}/client.ts`, text: render("http-client.ts", view) }];
}

function operationView(operation: HttpOperation): View {
  const type =
    operation.operationId !== undefined && hasOwnType(operation)
      ? code`operations[${literal(operation.operationId)}]`
      : code`paths[${literal(operation.path)}][${literal(operation.httpMethod.toLowerCase())}]`;
  const name = operation.typeName;
  const request = code`OperationRequest<${type}, typeof ${identifier(operation.descriptorName)}>`;
  const requestName = identifier(`${name}Request`);
  const members = requestMembers(operation, type);
  return {
    name: identifier(operation.functionName),
    // Inline, since the compiler would follow each top-level name back through all constants before it.
    descriptor: members ? descriptorCode(operation) : identifier(operation.descriptorName),
    constant: members
      ? code``
      : code`const ${identifier(operation.descriptorName)} = ${descriptorCode(operation)} as const satisfies OperationDescriptor;\n`,
    request: members
      ? requestInterface(requestName, members)
      : // An interface reads better in an editor, but can't extend the union that several media types give.
        isSingle(operation)
        ? code`export interface ${requestName} extends ${request} {}`
        : code`export type ${requestName} = ${request};`,
    requestName,
    optional: isRequestRequired(operation) ? code`` : code`?`,
    answer: code`export type ${identifier(`${name}Answer`)} = OperationAnswer<${type}>;`,
    answerName: identifier(`${name}Answer`),
    isPaginated: operation.pagination !== undefined,
    paginateName: identifier(operation.paginateName?.functionName ?? "paginate"),
    pageLinks: pageLinks(operation),
    pageType: isRequestRequired(operation) ? code`` : code`: ${requestName}`,
    orEmpty: isRequestRequired(operation) ? code`` : code` ?? {}`,
    doc: operationDoc(operation),
  };
}

/** What the contract says about an operation. */
function operationDoc(operation: HttpOperation): Code {
  return docComment(
    [
      operation.summary,
      operation.description,
      scopesLine(operation),
      environmentsLine(operation),
      serverLine(operation),
    ],
    [
      ...(operation.deprecated ? [{ tag: "deprecated", text: "" } as const] : []),
      { tag: "see", text: sourceLink(operation.source) },
    ],
  );
}

/** The descriptor's data, and the names of its writers. */
function descriptorCode(operation: HttpOperation): Code {
  const writers = writersOf(operation).map(([place, name]) => [place, identifier(name)]);
  return inlineLiteral({
    ...operationDescriptor(operation),
    writers: writers.length === 0 ? undefined : Object.fromEntries(writers),
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
  ];
}

/** openapi-typescript writes `#` in an id as `/`, so such an operation is looked up by its path. */
function hasOwnType({ operationId }: HttpOperation): boolean {
  return operationId !== undefined && !operationId.includes("#");
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

function scopesLine({ scopes }: HttpOperation): string | undefined {
  return scopes.length === 0 ? undefined : `Scope: ${scopes.join(", ")}.`;
}

function environmentsLine({ environments }: HttpOperation): string | undefined {
  return (
    environments &&
    `Environment: ${environments.join(", ")}. A client for another environment refuses the call.`
  );
}

function serverLine({ server }: HttpOperation): string | undefined {
  return server === undefined
    ? undefined
    : `Uses the base URL ${server} instead of the API's: call it with a client for that base URL.`;
}

/** Operations with their own server need a separate client, so they aren't in a group. */
function groupsOf(operations: readonly HttpOperation[]): View[] {
  const groups = new Map<string, Code[]>();
  for (const operation of operations) {
    const { group, method, functionName, paginateName, server } = operation;
    if (server !== undefined) continue;
    const members = groups.get(group) ?? [];
    // An editor shows the comment of the member, not that of the function.
    members.push(
      indent(code`${operationDoc(operation)}${propertyKey(method)}: ${identifier(functionName)},`, 4),
    );
    if (paginateName) {
      const doc = docComment([
        `The items of all pages of \`${functionName}\`, requested one page after another.`,
        operation.summary,
      ]);
      members.push(
        indent(code`${doc}${propertyKey(paginateName.method)}: ${identifier(paginateName.functionName)},`, 4),
      );
    }
    groups.set(group, members);
  }
  return [...groups].map(([group, members]) => ({ name: propertyKey(group), members: join(members, "\n") }));
}
