import { valueAt } from "@oipkit/runtime/json-pointer";
import { bundle } from "../documents/bundle.js";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { hasLongBody } from "../documents/long-integers.js";
import {
  isLaterMethod,
  type PathItem,
  pathItemAt,
  pathItemMember,
  pathItemOperations,
} from "../documents/openapi/path-items.js";
import { hasItems } from "../documents/openapi/version32.js";
import { withIncomingItems, withWholePathItems } from "../documents/openapi/whole-path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import { stem } from "../documents/schema-names.js";
import { words } from "../documents/words.js";
import {
  apiServers,
  documentServers,
  hasOwnSecurity,
  operationSecurity,
  requiredScopes,
  securityAt,
  securitySchemes,
  serversAt,
} from "./api-access.js";
import { clientNames } from "./client-names.js";
import { incomingRequests } from "./incoming.js";
import type { HttpApi, HttpOperation, HttpServer, OutsideSchema, Pagination } from "./model.js";
import { camelCase, fileStem, memberText, Names, pascalCase } from "./names.js";
import { operationBody, operationParameters } from "./request-parts.js";
import { compare, placeSource } from "./schemas.js";

/** The operations of an OpenAPI document, in its own order. */
export function httpApi(contracts: Contracts, document: Document, folders: Names): HttpApi {
  const value = document.value as {
    info?: { title?: unknown; description?: unknown };
    components?: { schemas?: object };
  };
  const source = placeSource(contracts, { document, tokens: [] });
  const schemaNames = new Names(Object.keys(value.components?.schemas ?? {}));
  const functions = new Names(clientNames);
  const types = new Names(["Operation"]);
  const groups = new Map<string, Names>();
  const ownServers = new Map<HttpOperation, HttpServer | undefined>();
  const outside: OutsideSchema[] = [];
  const declared = pathItems(contracts, document).flatMap((found) =>
    pathItemOperations(contracts, found.item).map(({ method, operation: place }) => ({
      ...found,
      method,
      place,
    })),
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
    const [server] = [below(each.place, "servers"), pathItemMember(each.item, "servers")].flatMap(serversAt);
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
    const name = schemaNames.take(pascalCase(wantedSchemaName(document, place)));
    outside.push({ name, place });
    return name;
  });
  const bundled = withWholePathItems(withIncomingItems(whole, incoming.items));
  return {
    kind: "http",
    name: folders.takeProperty(fileStem(stem(source.file))),
    title: memberText(value.info?.title) ?? stem(source.file),
    description: memberText(value.info?.description),
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
function wantedSchemaName(document: Document, place: Place): string {
  if (place.document === document)
    return place.tokens
      .filter((token) => !/^(components|schemas|properties|paths|content|schema)$/.test(token))
      .join("-");
  if (place.tokens.length === 0) return stem(place.document.file);
  return `${stem(place.document.file)}-${place.tokens.at(-1) ?? ""}`;
}

interface FoundItem {
  readonly kind: HttpOperation["kind"];
  readonly path: string;
  readonly item: PathItem;
}

function pathItems(contracts: Contracts, document: Document): FoundItem[] {
  const at = (kind: HttpOperation["kind"], ...tokens: string[]): FoundItem[] =>
    childPlaces(placeAt(document, tokens))
      .filter(([name]) => kind !== "path" || name.startsWith("/"))
      .map(([name, place]) => ({ kind, path: name, item: pathItemAt(contracts, place) }));
  const discovered = at("discovered", "components", "pathItems").flatMap((found) => {
    const name = memberText(pathItemMember(found.item, "x-discovered").value);
    if (name === undefined) return [];
    return [{ ...found, path: name }];
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
  const operationId = memberText(value.operationId);
  const [tag] = Array.isArray(value.tags) ? (value.tags as unknown[]) : [];
  const tagText = memberText(tag) ?? "";
  const groupText = words(tagText).length > 0 ? tagText : "operations";
  // `client` is the HTTP client itself.
  const group = camelCase(groupText) === "client" ? "clientOperations" : camelCase(groupText);
  const methodNames = context.groups.get(group) ?? new Names();
  context.groups.set(group, methodNames);
  const id = nameSource(operationId, context);
  // Of operations with one name, the end of a name doesn't depend on how many there are.
  const key = `${context.kind} ${context.method} ${context.path}`;
  const functionName = context.functions.take(camelCase(id), key);
  const short = methodName(id, groupText);
  const method = methodNames.takeProperty(methodNames.has(short) ? functionName : short, key);
  const pagination = readPagination(place);
  return {
    kind: context.kind,
    operationId,
    isNamedType: true,
    functionName,
    typeName: context.types.takeProperty(pascalCase(functionName), key),
    descriptorName: context.functions.take(`${functionName}Operation`, key),
    group,
    method,
    httpMethod:
      context.method === context.method.toLowerCase() ? context.method.toUpperCase() : context.method,
    path: context.path,
    parameters: operationParameters(contracts, context.item, place),
    body: operationBody(contracts, below(place, "requestBody")),
    responses: operationResponses(contracts, below(place, "responses")),
    security: operationSecurity(document, place),
    hasOwnSecurity: hasOwnSecurity(place),
    scopes: requiredScopes(contracts, { document, place }),
    environments: readEnvironments(place),
    pagination,
    paginateName: pagination && {
      functionName: context.functions.take(camelCase(`paginate ${functionName}`), key),
      method: methodNames.takeProperty(camelCase(`paginate ${method}`), key),
    },
    server: undefined,
    summary: memberText(value.summary) ?? memberText(pathItemMember(context.item, "summary").value),
    description: memberText(value.description),
    deprecated: value.deprecated === true,
    clause: memberText(value["x-clause"]),
    accessSnapshot: value["x-access-snapshot"] as HttpOperation["accessSnapshot"],
    source: placeSource(contracts, place),
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
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function operationResponses(contracts: Contracts, responses: Place): HttpOperation["responses"] {
  return childPlaces(responses).map(([status, reference]) => {
    const place = dereference(contracts, reference);
    const content = childPlaces(below(place, "content"));
    return {
      status,
      description: memberText((place.value as { description?: unknown } | null)?.description) ?? "",
      contentTypes: content.map(([type]) => type),
      hasItems: content.some(([type, media]) => hasItems(contracts, type, media)),
      hasLongIntegers: content.some(([, media]) => hasLongBody(contracts, media)),
      hasLongItems: content.some(
        ([type, media]) => hasItems(contracts, type, media) && hasLongBody(contracts, media),
      ),
    };
  });
}

function readEnvironments(place: Place): readonly string[] | undefined {
  const { "x-environments": environments } = place.value as { "x-environments"?: unknown };
  if (Array.isArray(environments)) return environments.map(String);
  return undefined;
}

/** The extension has been checked against its vocabulary. */
function readPagination(place: Place): Pagination | undefined {
  const { "x-pagination": found } = place.value as { "x-pagination"?: Partial<Pagination> };
  return found && ({ items: "", ...found } as Pagination);
}
