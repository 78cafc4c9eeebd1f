import { didYouMean } from "@oipkit/runtime/nearest-names";
import { matchRoutes, type Route } from "@oipkit/runtime/routes";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  type PathItem,
  pathItemAt,
  pathItemMember,
  pathItemOperations,
} from "../../../reader/documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../../../reader/documents/place.js";
import {
  documentServers,
  operationSecurity,
  securitySchemes,
  serversAt,
} from "../../../reader/model/api-access.js";
import type {
  HttpBody,
  HttpOperation,
  HttpParameter,
  HttpSecurityScheme,
  HttpServer,
} from "../../../reader/model/model.js";
import { operationBody, operationParameters } from "../../../reader/model/request-parts.js";
import { normalTemplate } from "../request/target.js";

/** An operation of a contract, as a server needs it. What most requests don't need is read when it is asked for. */
export interface MockOperation {
  /** The `operationId`, or method and path. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template, without a query. */
  readonly path: string;
  readonly isDeprecated: boolean;
  /** The operation object. */
  readonly place: Place;
  /** Base paths of its servers. */
  readonly bases: readonly string[];
  readonly parameters: readonly HttpParameter[];
  readonly body: MockBody | undefined;
  /** By `200`, `2XX` or `default`, references followed. */
  readonly responses: readonly (readonly [status: string, place: Place])[];
  readonly security: HttpOperation["security"];
  readonly schemes: readonly HttpSecurityScheme[];
}

/** The body of an operation's requests. */
interface MockBody extends HttpBody {
  /** The media type objects, by media type. */
  readonly media: readonly (readonly [type: string, place: Place])[];
}

/** The operations of all OpenAPI documents at fixed paths, in their order. */
export function operationsIn(contracts: Contracts): readonly MockOperation[] {
  return contracts.openapi.flatMap((document) => {
    const schemes = securitySchemes(contracts, document);
    return childPlaces(placeAt(document, ["paths"]))
      .filter(([path]) => path.startsWith("/"))
      .flatMap(([path, place]) => {
        const item = pathItemAt(contracts, place);
        return pathItemOperations(contracts, item).map(({ method, operation }) =>
          operationAt(contracts, { document, schemes, path, item, method, place: operation }),
        );
      });
  });
}

interface Found {
  readonly document: Document;
  readonly schemes: readonly HttpSecurityScheme[];
  readonly path: string;
  readonly item: PathItem;
  readonly method: string;
  readonly place: Place;
}

function operationAt(contracts: Contracts, found: Found): MockOperation {
  const { document, schemes, item, place } = found;
  const { operationId, deprecated } = place.value as { operationId?: unknown; deprecated?: unknown };
  const method = found.method.toUpperCase();
  const path = found.path.split(/[?#]/, 1)[0] ?? found.path;
  const own = [serversAt(below(place, "servers")), serversAt(pathItemMember(item, "servers"))];
  const parameters = once(() => operationParameters(contracts, item, place));
  const body = once(() => mockBody(contracts, below(place, "requestBody")));
  const responses = once(() =>
    childPlaces(below(place, "responses"))
      .filter(([status]) => /^(?:[2-5](?:\d\d|XX)|default)$/i.test(status))
      .map(([status, each]) => [status.toUpperCase(), dereference(contracts, each)] as const),
  );
  return {
    id: typeof operationId === "string" ? operationId : `${method} ${path}`,
    method,
    path,
    isDeprecated: deprecated === true,
    place,
    bases: basePaths(own.find((servers) => servers.length > 0) ?? documentServers(document)),
    security: operationSecurity(document, place),
    schemes,
    get parameters() {
      return parameters();
    },
    get body() {
      return body();
    },
    get responses() {
      return responses();
    },
  };
}

function mockBody(contracts: Contracts, reference: Place): MockBody | undefined {
  const body = operationBody(contracts, reference);
  if (body === undefined) return undefined;
  return { ...body, media: childPlaces(below(dereference(contracts, reference), "content")) };
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

/** At most this many values of a variable in a path are served. */
const mostValues = 20;

/** The base paths of servers, without a slash at the end, each once; `""` is among them, so that the bare paths work, too. */
function basePaths(servers: readonly HttpServer[]): readonly string[] {
  return [...new Set([...servers.flatMap(serverPaths), ""])];
}

function serverPaths(server: HttpServer): readonly string[] {
  // Only the path counts: host and scheme are those of this machine.
  const path = server.url.replace(/^[a-z][a-z0-9+.-]*:/i, "").replace(/^\/\/[^/?#]*/, "");
  return filled(path.split(/[?#]/, 1)[0] ?? "", server.variables).map((each) => {
    const trimmed = each.replace(/(?<!\/)\/+$/, "");
    if (trimmed === "" || trimmed.startsWith("/")) return trimmed;
    return `/${trimmed}`;
  });
}

/** The path with each value of its variables; a variable without values stays, and matches any segment. */
function filled(path: string, variables: HttpServer["variables"]): readonly string[] {
  const name = [...path.matchAll(/\{([^{}]+)\}/g)].find(
    ([, each = ""]) => variableValues(variables, each).length > 0,
  )?.[1];
  if (name === undefined) return [path];
  return variableValues(variables, name)
    .slice(0, mostValues)
    .flatMap((value) =>
      filled(
        path.replaceAll(`{${name}}`, () => value.replaceAll(/[{}]/g, "")),
        variables,
      ),
    )
    .slice(0, mostValues);
}

function variableValues(variables: HttpServer["variables"], name: string): readonly string[] {
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  const all = [variable?.default, ...(variable?.enum ?? [])];
  return [...new Set(all.filter((value) => value !== undefined))];
}

/** The operation of a request. */
export type FoundOperation =
  | {
      readonly kind: "operation";
      readonly operation: MockOperation;
      /** Path parameters as sent: still percent-encoded. */
      readonly parameters: Readonly<Record<string, string>>;
      /** The base path of the server, as the contract has it. */
      readonly base: string;
    }
  | { readonly kind: "other-method"; readonly allowed: readonly string[] }
  /** `hint`: the nearest paths of the contract, as the end of a sentence; may be empty. */
  | { readonly kind: "none"; readonly hint: string };

/** Finds the operation of a method and a path as sent. A HEAD that isn't declared is the path's GET. */
type OperationFinder = (method: string, path: string) => FoundOperation;

interface MockRoute extends Route {
  readonly operation: MockOperation;
  readonly base: string;
}

/** Compiles a finder. Paths work with the base path of a server and without. */
export function operationFinder(operations: readonly MockOperation[]): OperationFinder {
  const match = matchRoutes(operations.flatMap(operationRoutes));
  const templates = [...new Set(operations.flatMap(({ bases, path }) => bases.map((base) => base + path)))];
  const find: OperationFinder = (method, path) => {
    const exact = match(method, undecoded(path));
    const alike = exact.kind === "route" ? exact : match(method, undecoded(withoutSegmentEscapes(path)));
    const found = alike.kind === "route" ? alike : exact;
    if (found.kind === "route") {
      const { operation, base } = found.route;
      return { kind: "operation", operation, parameters: found.parameters, base };
    }
    if (found.kind === "other-method") {
      if (method === "HEAD" && found.allowed.includes("GET")) return find("GET", path);
      return { kind: "other-method", allowed: found.allowed };
    }
    return { kind: "none", hint: didYouMean(path.slice(0, longestCompared), templates) };
  };
  return find;
}

/** The part of a path below the base path of a server, whose variables match any segment. */
export function belowBase(path: string, base: string): string {
  return `/${path.split("/").slice(base.split("/").length).join("/")}`;
}

/**
 * A path in which what a segment may have anyway isn't escaped. Escaped, such characters are others (RFC 3986, section 2.2), but clients that
 * encode whole segments escape those of the template, too, such as the colon of `/items/{id}:cancel`; so this counts if nothing else matches.
 */
function withoutSegmentEscapes(path: string): string {
  return path.replace(/%(?:2[146789ABC]|3[ABD]|40)/g, (octet) =>
    String.fromCharCode(Number.parseInt(octet.slice(1), 16)),
  );
}

/** What the matcher decodes is then as sent, since a comma of a list isn't an encoded one of an item. */
function undecoded(path: string): string {
  return path.replaceAll("%", "%25");
}

/** A longer path isn't a slip of the keyboard. */
const longestCompared = 200;

function operationRoutes(operation: MockOperation): MockRoute[] {
  const { id, method, path, bases } = operation;
  return bases.map((base) => ({
    id,
    method,
    path: undecoded(normalTemplate(base + path)),
    operation,
    base,
    security: [],
    parameters: [],
    requiredHeaders: [],
    answers: {},
  }));
}
