import { bundle } from "../read/bundle.js";
import type { Contracts } from "../read/contracts.js";
import type { Document } from "../read/document.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../read/place.js";
import { stem } from "../read/schema-names.js";
import { fileStem } from "./file-names.js";
import type { HttpApi, HttpOperation, Pagination } from "./model.js";
import { camelCase, Names, pascalCase, words } from "./names.js";
import { parametersOf } from "./parameters.js";
import { sourceOf } from "./schemas.js";
import { textOf } from "./text.js";

/** What a generated client imports from `@oipkit/runtime/http`, in addition to what every client does. */
export const runtimeFunctions = [
  "paginate",
  "writeAnyBody",
  "writeCookie",
  "writeJsonBody",
  "writeStyledHeader",
  "writeStyledPath",
  "writeStyledQuery",
  "writeTextHeader",
  "writeTextQuery",
];

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

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
  const operations: HttpOperation[] = [];
  const outside: string[] = [];
  for (const { kind, path, item } of pathItems(contracts, document)) {
    for (const method of methods) {
      const place = below(item, method);
      if (place.value === undefined) continue;
      operations.push(operation(contracts, place, { kind, path, item, method, functions, types, groups }));
    }
  }
  return {
    kind: "http",
    name: folders.takeProperty(fileStem(stem(source.file))),
    title: textOf(value.info?.title) ?? stem(source.file),
    description: textOf(value.info?.description),
    source,
    bundled: bundle(contracts, document, (place) => {
      const name = schemaNames.take(pascalCase(schemaNameOf(place)));
      outside.push(name);
      return name;
    }),
    outside,
    operations,
  };
}

function schemaNameOf(place: Place): string {
  return place.tokens.length === 0
    ? stem(place.document.file)
    : `${stem(place.document.file)}-${place.tokens.at(-1) ?? ""}`;
}

interface PathItem {
  readonly kind: HttpOperation["kind"];
  readonly path: string;
  readonly item: Place;
}

function pathItems(contracts: Contracts, document: Document): PathItem[] {
  const at = (kind: HttpOperation["kind"], ...tokens: string[]): PathItem[] =>
    entriesOf(placeAt(document, tokens))
      .filter(([name]) => kind !== "path" || name.startsWith("/"))
      .map(([name, place]) => ({ kind, path: name, item: dereference(contracts, place) }));
  const discovered = at("discovered", "components", "pathItems").flatMap((found) => {
    const name = textOf((found.item.value as Record<string, unknown>)["x-discovered"]);
    return name === undefined ? [] : [{ ...found, path: name }];
  });
  return [...at("path", "paths"), ...discovered, ...at("webhook", "webhooks")];
}

interface Context extends PathItem {
  readonly method: string;
  readonly functions: Names;
  readonly types: Names;
  readonly groups: Map<string, Names>;
}

function operation(contracts: Contracts, place: Place, context: Context): HttpOperation {
  const value = place.value as Record<string, unknown>;
  const operationId = textOf(value.operationId);
  const [tag] = Array.isArray(value.tags) ? (value.tags as unknown[]) : [];
  const groupText = textOf(tag) ?? "operations";
  // `client` is the HTTP client itself.
  const group = camelCase(groupText) === "client" ? "clientOperations" : camelCase(groupText);
  const methodNames = context.groups.get(group) ?? new Names();
  context.groups.set(group, methodNames);
  const id = operationId ?? `${context.method} ${context.path}`;
  const functionName = context.functions.take(camelCase(id));
  const method = methodNames.takeProperty(methodName(id, groupText));
  const pagination = paginationOf(place);
  return {
    kind: context.kind,
    operationId,
    functionName,
    typeName: context.types.takeProperty(pascalCase(functionName)),
    descriptorName: context.functions.take(`${functionName}Operation`),
    group,
    method,
    httpMethod: context.method.toUpperCase(),
    path: context.path,
    parameters: parametersOf(contracts, context.item, place),
    body: bodyOf(contracts, below(place, "requestBody")),
    responses: responsesOf(contracts, below(place, "responses")),
    scopes: scopesOf(contracts, place),
    environments: environmentsOf(place),
    pagination,
    paginateName: pagination && {
      functionName: context.functions.take(camelCase(`paginate ${functionName}`)),
      method: methodNames.takeProperty(camelCase(`paginate ${method}`)),
    },
    server: serverOf(place) ?? serverOf(context.item),
    summary: textOf(value.summary) ?? textOf((context.item.value as Record<string, unknown>).summary),
    description: textOf(value.description),
    deprecated: value.deprecated === true,
    clause: textOf(value["x-clause"]),
    accessSnapshot: value["x-access-snapshot"] as HttpOperation["accessSnapshot"],
    source: sourceOf(contracts, place),
    place,
  };
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

function bodyOf(contracts: Contracts, reference: Place): HttpOperation["body"] {
  if (reference.value === undefined) return undefined;
  const place = dereference(contracts, reference);
  const contentTypes = entriesOf(below(place, "content")).map(([type]) => type);
  if (contentTypes.length === 0) return undefined;
  return { required: (place.value as { required?: unknown }).required === true, contentTypes };
}

function responsesOf(contracts: Contracts, responses: Place): HttpOperation["responses"] {
  return entriesOf(responses).map(([status, reference]) => {
    const place = dereference(contracts, reference);
    return {
      status,
      description: textOf((place.value as { description?: unknown } | null)?.description) ?? "",
      contentTypes: entriesOf(below(place, "content")).map(([type]) => type),
    };
  });
}

function scopesOf(contracts: Contracts, place: Place): string[] {
  const { security = (place.document.value as { security?: unknown }).security } = place.value as {
    security?: unknown;
  };
  const requirements = Array.isArray(security) ? (security as Record<string, unknown>[]) : [];
  const schemes = below(placeAt(place.document, ["components"]), "securitySchemes");
  const scopes = requirements.flatMap((requirement) =>
    Object.entries(requirement ?? {}).flatMap(([name, list]) => {
      const { type } = (dereference(contracts, below(schemes, name)).value ?? {}) as { type?: unknown };
      return (type === "oauth2" || type === "openIdConnect") && Array.isArray(list) ? list.map(String) : [];
    }),
  );
  return [...new Set(scopes)];
}

function serverOf(place: Place): string | undefined {
  const { servers } = place.value as { servers?: unknown };
  const [first] = Array.isArray(servers) ? (servers as { url?: unknown }[]) : [];
  return textOf(first?.url);
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
