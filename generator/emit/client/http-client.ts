import type { Contracts } from "../../../reader/documents/contracts.js";
import { isLaterMethod } from "../../../reader/documents/openapi/path-items.js";
import { isUsable } from "../../../reader/model/api-access.js";
import type { HttpApi, HttpOperation } from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { inlineLiteral, literal } from "../../../reader/text/code/literal.js";
import type { Render, TemplateView } from "../../render/template.js";
import { fileHeader, type GeneratedFile, sourceLink } from "../file.js";
import { headerFunction, headerFunctions } from "./answer-headers.js";
import { apiDescriptor, needsSecurity, ownSecurity } from "./api-descriptor.js";
import { answerCode, type OperationCode, operationGroups, statusChoices } from "./groups.js";
import type { LongShapes } from "./long-shapes.js";
import {
  bodyWriters,
  isIdempotencyKey,
  operationDescriptor,
  requestInterface,
  requestMembers,
} from "./requests.js";

/** What a client is made with. */
interface ClientMaking {
  readonly render: Render;
  readonly contracts: Contracts;
  /** Absent if integers of 64 bits are numbers. */
  readonly longs: LongShapes | undefined;
}

/** `<api>/client.ts`: one function for each operation, and a client that groups them; and the shapes that it needs. */
export function emitHttpClient(api: HttpApi, { render, contracts, longs }: ClientMaking): GeneratedFile[] {
  const operations = api.operations.filter(({ kind }) => kind === "path");
  if (operations.length === 0) return [];
  const imported: string[] = [];
  if (operations.some(({ isNamedType }) => isNamedType)) imported.push("operations");
  if (operations.some(({ isNamedType }) => !isNamedType)) imported.push("paths");
  const described = apiDescriptor(api);
  const codes = operations.map(operationCode);
  const headers = headerFunctions(operations, contracts);
  const readings = new Map(
    operations.map((operation) => [operation, longReading(operation, { contracts, longs })] as const),
  );
  const all = [...readings.values()];
  const extra = [...new Set(all.flatMap(({ long }) => long))].sort();
  const view = {
    header: fileHeader([api.source]),
    isDescribed: described !== undefined,
    isPlain: described === undefined,
    api: inlineLiteral(described ?? {}),
    optionsDefault: api.servers.some(isUsable) && !needsSecurity(api) ? code` = {}` : code``,
    imported: join(
      imported.map((name) => identifier(name)),
      ", ",
    ),
    functions: [
      ...new Set([
        ...operations.flatMap(runtimeFunctions),
        ...all.flatMap(({ plain }) => plain),
        ...(headers.size > 0 ? ["readHeaders"] : []),
        ...(described ? ["apiOptions"] : []),
      ]),
    ]
      .sort()
      .map((name) => ({ name: identifier(name) })),
    hasConstants: operations.some((operation) => requestMembers(operation, code``) === undefined),
    hasPages: operations.some(({ pagination }) => pagination !== undefined),
    hasHeaders: headers.size > 0,
    operations: codes.map((each) => {
      const { operation } = each;
      const found = headers.get(operation);
      return {
        ...operationView(each, api, readings.get(operation)?.members ?? {}),
        hasOwnHeaders: found !== undefined,
        headers: found ? headerFunction(operation, found, operationType(operation)) : code``,
      };
    }),
    isLong: extra.length > 0,
    longFunctions: join(
      extra.map((name) => identifier(name)),
      ", ",
    ),
    hasShapes: (longs?.imported.length ?? 0) > 0,
    shapes: join(
      (longs?.imported ?? []).map((name) => identifier(name)),
      ", ",
    ),
    ...operationGroups(codes),
    hasChoices: operations.some((operation) => statusChoices(operation).length > 0),
    doc: docComment(
      [`A client of ${api.title}: its operations by group, and the HTTP client that they share.`],
      [{ tag: "see", text: sourceLink(api.source) }],
    ),
  };
  return [
    { path: `${api.name}/client.ts`, text: render("http-client.ts", view) },
    ...(longs?.file(render) ?? []),
  ];
}

/** How an operation's integers of 64 bits are read and written. */
interface LongReading {
  /** Members of its descriptor. */
  readonly members: DescriptorMembers;
  /** Functions of the runtime's client, and of its part for these integers. */
  readonly plain: readonly string[];
  readonly long: readonly string[];
}

interface DescriptorMembers {
  readonly parse?: Code;
  readonly items?: Code;
  readonly body?: Code;
  /** Keys of parameters. */
  readonly longParameters?: ReadonlySet<string>;
}

function longReading(
  operation: HttpOperation,
  { contracts, longs }: Pick<ClientMaking, "contracts" | "longs">,
): LongReading {
  if (longs === undefined) {
    const isRead = operation.responses.some(({ hasLongIntegers }) => hasLongIntegers);
    const isStreamed = operation.responses.some(({ hasLongItems }) => hasLongItems);
    return {
      members: {
        ...(isRead && { parse: identifier("parseExactly") }),
        ...(isStreamed && { items: identifier("exactItems") }),
      },
      plain: isRead ? ["parseExactly"] : [],
      long: isStreamed ? ["exactItems"] : [],
    };
  }
  const [, writer] = bodyWriters(operation).find(([place]) => place === "body") ?? [];
  const parse = longs.answers(operation);
  const items = longs.items(operation);
  const body = writer === undefined ? undefined : longs.body(operation, identifier(writer));
  const keys = operation.parameters.filter((each) => longs.isLong(contracts, each)).map(({ key }) => key);
  return {
    members: {
      ...(parse && { parse }),
      ...(items && { items }),
      ...(body && { body }),
      longParameters: new Set(keys),
    },
    plain: [],
    long: [...(parse ? ["longAnswers"] : []), ...(items ? ["longItems"] : []), ...(body ? ["longBody"] : [])],
  };
}

function operationCode(operation: HttpOperation): OperationCode {
  const { typeName } = operation;
  const answerName = identifier(`${typeName}Answer`);
  const request = code`request${isRequestRequired(operation) ? code`` : code`?`}: ${identifier(`${typeName}Request`)}`;
  const answer = answerCode(operation, operationType(operation));
  const pages = {
    parameters: code`${request}, options?: CallOptions`,
    result: code`Pages<PageItem<${answerName}, ${pageLinks(operation)}>, ${answerName}>`,
  };
  return {
    operation,
    answer,
    parameters: code`${request}, options?: ${answer.optionsType}`,
    result: code`PendingAnswer<${answer.type}>`,
    pages: operation.pagination === undefined ? undefined : pages,
  };
}

function operationView(shared: OperationCode, api: HttpApi, more: DescriptorMembers): TemplateView {
  const { operation, answer, parameters, result, pages } = shared;
  const type = operationType(operation);
  const name = operation.typeName;
  const request = code`OperationRequest<${type}, typeof ${identifier(operation.descriptorName)}>`;
  const requestName = identifier(`${name}Request`);
  const members = requestMembers(operation, type, more.longParameters);
  const isRequired = isRequestRequired(operation);
  return {
    name: identifier(operation.functionName),
    ...descriptorParts(),
    request: requestType(),
    answer: answer.declaration,
    generics: answer.generics,
    answerType: answer.type,
    parameters,
    result,
    isPaginated: pages !== undefined,
    pageParameters: pages?.parameters ?? code``,
    pageResult: pages?.result ?? code``,
    paginateName: identifier(operation.paginateName?.functionName ?? "paginate"),
    pageLinks: pageLinks(operation),
    pageType: isRequired ? code`` : code`: ${requestName}`,
    orEmpty: isRequired ? code`` : code` ?? {}`,
    doc: functionDoc(operation),
  };

  function descriptorParts(): TemplateView {
    const data = descriptorData(operation, api, more);
    const functions = descriptorFunctions(operation, more);
    // Inline, since the compiler would follow each top-level name back through all constants before it.
    if (members) return { descriptor: inlineLiteral({ ...data, ...functions }), constant: code`` };
    const constant = identifier(operation.descriptorName);
    const others = Object.entries(functions).flatMap(([name, value]) =>
      value === undefined ? [] : [code`, ${identifier(name)}: ${inlineLiteral(value)}`],
    );
    return {
      // With `isolatedDeclarations`, the type of a constant must follow from data alone.
      descriptor: others.length === 0 ? constant : code`{ ...${constant}${join(others, "")} }`,
      constant: code`const ${constant} = ${inlineLiteral(data)} as const;\n`,
    };
  }

  function requestType(): Code {
    if (members) return requestInterface(requestName, members);
    // An interface reads better in an editor, but can't extend the union that several media types give.
    if (isSingle(operation)) return code`export interface ${requestName} extends ${request} {}`;
    return code`export type ${requestName} = ${request};`;
  }
}

/** The member of the client has the whole comment. */
function functionDoc({ summary, description, deprecated, group, method }: HttpOperation): Code {
  const [first] = (description ?? "").trim().split("\n", 1);
  const see = { tag: "see", text: `Client.${group}.${method}` } as const;
  return docComment(
    [summary ?? first],
    [...(deprecated ? [{ tag: "deprecated", text: "" } as const] : []), see],
  );
}

function operationType({ operationId, httpMethod, path, isNamedType }: HttpOperation): Code {
  // An operation with a method of OpenAPI 3.2 isn't in `paths`.
  const laterName = isLaterMethod(httpMethod) ? `${httpMethod} ${path}` : undefined;
  const key = operationId ?? laterName;
  if (key !== undefined && isNamedType) return code`operations[${literal(key)}]`;
  return code`paths[${literal(path)}][${literal(httpMethod.toLowerCase())}]`;
}

function descriptorData(operation: HttpOperation, api: HttpApi, more: DescriptorMembers): object {
  return { ...operationDescriptor(operation, more.longParameters), security: ownSecurity(api, operation) };
}

/** The functions of a descriptor: what writes the request and reads the answers. */
function descriptorFunctions(
  operation: HttpOperation,
  more: DescriptorMembers,
): { readonly [Name in "writers" | "items" | "parse"]: unknown } {
  const writers = bodyWriters(operation).map(
    ([place, name]) => [place, (place === "body" ? more.body : undefined) ?? identifier(name)] as const,
  );
  return {
    writers: writers.length === 0 ? undefined : Object.fromEntries(writers),
    items: more.items ?? (readsItems(operation) ? identifier("readItems") : undefined),
    parse: more.parse,
  };
}

function pageLinks({ pagination, parameters }: HttpOperation): Code {
  if (pagination?.kind !== "cursor") return inlineLiteral(pagination ?? {});
  const { key } = parameters.find(
    ({ name, in: where }) => where === "query" && name === pagination.parameter,
  ) ?? { key: pagination.parameter };
  return inlineLiteral({ ...pagination, parameter: key });
}

function runtimeFunctions(operation: HttpOperation): string[] {
  const functions = bodyWriters(operation).map(([, name]) => name);
  if (operation.pagination !== undefined) functions.push("paginate");
  if (readsItems(operation)) functions.push("readItems");
  return functions;
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
