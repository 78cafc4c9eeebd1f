import { valueAt } from "@oipkit/runtime/json-pointer";
import { bundle } from "../documents/bundle.js";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import {
  isLaterMethod,
  memberOf,
  operationsOf,
  type PathItem,
  pathItemAt,
} from "../documents/openapi/path-items.js";
import { hasItems } from "../documents/openapi/streamed-media.js";
import { withWholePathItems } from "../documents/openapi/whole-path-items.js";
import { withIncomingItems } from "../documents/openapi/with-incoming-items.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../documents/place.js";
import { stem } from "../documents/schema-names.js";
import { words } from "../documents/words.js";
import { bodyOf } from "./bodies.js";
import { fileStem } from "./file-names.js";
import { incomingRequests } from "./incoming.js";
import type { HttpApi, HttpOperation, HttpServer, OutsideSchema, Pagination } from "./model.js";
import { camelCase, Names, pascalCase } from "./names.js";
import { parametersOf } from "./parameters.js";
import { compare, sourceOf } from "./schemas.js";
import { hasOwnSecurity, operationSecurity, scopesOf, securityAt, securitySchemes } from "./security.js";
import { apiServers, documentServers, serversAt } from "./servers.js";
import { textOf } from "./text.js";

/** What a generated client imports from `@oipkit/runtime/http`, in addition to what every client does. */
export const runtimeFunctions = [
  "bindOperation",
  "apiOptions",
  "paginate",
  "readItems",
  "writeAnyBody",
  "writeStreamBody",
  "writeCookie",
  "writeJsonBody",
  "writeStyledHeader",
  "writeStyledPath",
  "writeStyledQuery",
  "writeTextHeader",
  "writeTextQuery",
];

/** The operations of an OpenAPI document, in its own order. */
export function httpApi(contracts: Contracts, document: Document, folders: Names): HttpApi {
  const value = document.value as {
    info?: { title?: unknown; description?: unknown };
    components?: { schemas?: object };
  };
  const source = sourceOf(contracts, { document, tokens: [] });
  const schemaNames = new Names(Object.keys(value.components?.schemas ?? {}));
  const functions = new Names([
    "createClient",
    "apiDescriptor",
    "operation",
    "operations",
    "paths",
    "client",
    "options",
    "request",
    "bindOperations",
    "createHttpClient",
    ...runtimeFunctions,
  ]);
  const types = new Names(["Operation"]);
  const groups = new Map<string, Names>();
  const ownServers = new Map<HttpOperation, HttpServer | undefined>();
  const outside: OutsideSchema[] = [];
  const declared = pathItems(contracts, document).flatMap((found) =>
    operationsOf(contracts, found.item).map(({ method, operation: place }) => ({ ...found, method, place })),
  );
  const built = new Map<(typeof declared)[number], HttpOperation>();
  for (const each of inOrderOfNaming(declared)) {
    const { place, ...context } = each;
    const found = operation(contracts, place, { ...context, document, functions, types, groups });
    built.set(each, found);
  }
  const operations = declared.flatMap((each) => {
    const found = built.get(each);
    if (found === undefined) return [];
    const [server] = [below(each.place, "servers"), memberOf(each.item, "servers")].flatMap(serversAt);
    ownServers.set(found, server);
    return [found];
  });
  const servers = apiServers(documentServers(document), ownServers);
  const apart = { document, functions: new Names(), types: new Names(), groups: new Map() };
  const incoming = incomingRequests(contracts, document, {
    operations,
    build: ({ place, ...found }) => operation(contracts, place, { ...found, ...apart }),
  });
  const whole = bundle(contracts, document, (place) => {
    const name = schemaNames.take(pascalCase(schemaNameOf(document, place)));
    outside.push({ name, place });
    return name;
  });
  const bundled = withWholePathItems(withIncomingItems(whole, incoming.items));
  return {
    kind: "http",
    name: folders.takeProperty(fileStem(stem(source.file))),
    title: textOf(value.info?.title) ?? stem(source.file),
    description: textOf(value.info?.description),
    source,
    bundled,
    outside,
    securitySchemes: securitySchemes(contracts, document),
    security: securityAt(document.value),
    servers: servers.api,
    operationServers: servers.own,
    incoming: incoming.requests,
    subjects: [],
    operations: operations.map((each) => ({
      ...each,
      isNamedType: isNamedType(each, bundled),
      server: servers.of(each),
    })),
  };
}

/** An operation of a document, before it has names. */
interface Declared extends FoundItem {
  readonly method: string;
  readonly place: Place;
}

/** Of operations with one name, which gets it doesn't depend on their order: the one that is written so, or the first by path and method. */
function inOrderOfNaming(declared: readonly Declared[]): Declared[] {
  const kinds: readonly HttpOperation["kind"][] = ["path", "discovered", "webhook"];
  const own = new Set(declared.filter(isOwnName));
  return declared.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      Number(own.has(b)) - Number(own.has(a)) ||
      compare(a.path, b.path) ||
      compare(a.method, b.method),
  );
}

function isOwnName({ place }: Declared): boolean {
  const { operationId } = place.value as { operationId?: unknown };
  return typeof operationId === "string" && camelCase(operationId) === operationId;
}

/** Of a part of the document itself, the names that lead there. */
function schemaNameOf(document: Document, place: Place): string {
  if (place.document === document)
    return place.tokens
      .filter((token) => !/^(components|schemas|properties|paths|content|schema)$/.test(token))
      .join("-");
  return place.tokens.length === 0
    ? stem(place.document.file)
    : `${stem(place.document.file)}-${place.tokens.at(-1) ?? ""}`;
}

interface FoundItem {
  readonly kind: HttpOperation["kind"];
  readonly path: string;
  readonly item: PathItem;
}

function pathItems(contracts: Contracts, document: Document): FoundItem[] {
  const at = (kind: HttpOperation["kind"], ...tokens: string[]): FoundItem[] =>
    entriesOf(placeAt(document, tokens))
      .filter(([name]) => kind !== "path" || name.startsWith("/"))
      .map(([name, place]) => ({ kind, path: name, item: pathItemAt(contracts, place) }));
  const discovered = at("discovered", "components", "pathItems").flatMap((found) => {
    const name = textOf(memberOf(found.item, "x-discovered").value);
    return name === undefined ? [] : [{ ...found, path: name }];
  });
  return [...at("path", "paths"), ...discovered, ...at("webhook", "webhooks")];
}

interface Context extends FoundItem {
  readonly method: string;
  readonly document: Document;
  readonly functions: Names;
  readonly types: Names;
  readonly groups: Map<string, Names>;
}

function operation(contracts: Contracts, place: Place, context: Context): HttpOperation {
  const value = place.value as Record<string, unknown>;
  const { document } = context;
  const operationId = textOf(value.operationId);
  const [tag] = Array.isArray(value.tags) ? (value.tags as unknown[]) : [];
  const tagText = textOf(tag) ?? "";
  const groupText = words(tagText).length > 0 ? tagText : "operations";
  // `client` is the HTTP client itself.
  const group = camelCase(groupText) === "client" ? "clientOperations" : camelCase(groupText);
  const methodNames = context.groups.get(group) ?? new Names();
  context.groups.set(group, methodNames);
  const id = nameSource(operationId, context);
  const functionName = context.functions.take(camelCase(id));
  const method = methodNames.takeProperty(methodName(id, groupText));
  const pagination = paginationOf(place);
  return {
    kind: context.kind,
    operationId,
    isNamedType: true,
    functionName,
    typeName: context.types.takeProperty(pascalCase(functionName)),
    descriptorName: context.functions.take(`${functionName}Operation`),
    group,
    method,
    httpMethod:
      context.method === context.method.toLowerCase() ? context.method.toUpperCase() : context.method,
    path: context.path,
    parameters: parametersOf(contracts, context.item, place),
    body: bodyOf(contracts, below(place, "requestBody")),
    responses: responsesOf(contracts, below(place, "responses")),
    security: operationSecurity(document, place),
    hasOwnSecurity: hasOwnSecurity(place),
    scopes: scopesOf(contracts, { document, place }),
    environments: environmentsOf(place),
    pagination,
    paginateName: pagination && {
      functionName: context.functions.take(camelCase(`paginate ${functionName}`)),
      method: methodNames.takeProperty(camelCase(`paginate ${method}`)),
    },
    server: undefined,
    summary: textOf(value.summary) ?? textOf(memberOf(context.item, "summary").value),
    description: textOf(value.description),
    deprecated: value.deprecated === true,
    clause: textOf(value["x-clause"]),
    accessSnapshot: value["x-access-snapshot"] as HttpOperation["accessSnapshot"],
    source: sourceOf(contracts, place),
    place,
  };
}

/** What a function is named for: the id of its operation, or its method and path if there is no id, or one without a letter or digit. */
function nameSource(operationId: string | undefined, { method, path }: Context): string {
  if (operationId !== undefined && words(operationId).length > 0) return operationId;
  return `${method} ${path}`;
}

/** openapi-typescript writes `#` in an id as `/`, so the type of such an operation is looked up by its path, too. */
function isNamedType({ operationId, path, httpMethod }: HttpOperation, bundled: object): boolean {
  if (isLaterMethod(httpMethod)) return true;
  if (operationId === undefined || operationId.includes("#")) return false;
  return valueAt(bundled, ["paths", path, httpMethod.toLowerCase(), "operationId"]) === operationId;
}

/** `changeSubscriptionPlan` in the group `subscriptions` is `changePlan`; `repos/get-content` in `repos` is `getContent`. */
function methodName(id: string, group: string): string {
  const known = new Set(words(group).flatMap((word) => [word.toLowerCase(), singular(word.toLowerCase())]));
  const left = words(id).filter(
    (word) => !known.has(word.toLowerCase()) && !known.has(singular(word.toLowerCase())),
  );
  return camelCase(left.length === 0 ? id : left.join(" "));
}

function singular(word: string): string {
  return word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : word.endsWith("s") && !word.endsWith("ss")
      ? word.slice(0, -1)
      : word;
}

function responsesOf(contracts: Contracts, responses: Place): HttpOperation["responses"] {
  return entriesOf(responses).map(([status, reference]) => {
    const place = dereference(contracts, reference);
    const content = entriesOf(below(place, "content"));
    return {
      status,
      description: textOf((place.value as { description?: unknown } | null)?.description) ?? "",
      contentTypes: content.map(([type]) => type),
      hasItems: content.some(([type, media]) => hasItems(contracts, type, media)),
    };
  });
}

function environmentsOf(place: Place): readonly string[] | undefined {
  const { "x-environments": environments } = place.value as { "x-environments"?: unknown };
  return Array.isArray(environments) ? environments.map(String) : undefined;
}

/** The extension has been checked against its vocabulary. */
function paginationOf(place: Place): Pagination | undefined {
  const { "x-pagination": found } = place.value as { "x-pagination"?: Partial<Pagination> };
  return found && ({ items: "", ...found } as Pagination);
}
