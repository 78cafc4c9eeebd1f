import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  memberOf,
  operationsOf,
  type PathItem,
  pathItemAt,
} from "../../../reader/documents/openapi/path-items.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../../../reader/documents/place.js";
import { bodyOf } from "../../../reader/model/bodies.js";
import type {
  HttpBody,
  HttpOperation,
  HttpParameter,
  HttpSecurityScheme,
} from "../../../reader/model/model.js";
import { parametersOf } from "../../../reader/model/parameters.js";
import { operationSecurity, securitySchemes } from "../../../reader/model/security.js";
import { documentServers, serversAt } from "../../../reader/model/servers.js";
import { basePaths } from "./base-paths.js";

/** An operation of a contract, as a server needs it. What most requests don't need is read when it is asked for. */
export interface MockOperation {
  /** The `operationId`, or method and path. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template, without a query. */
  readonly path: string;
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
export interface MockBody extends HttpBody {
  /** The media type objects, by media type. */
  readonly media: readonly (readonly [type: string, place: Place])[];
}

/** The operations of all OpenAPI documents at fixed paths, in their order. */
export function operationsIn(contracts: Contracts): readonly MockOperation[] {
  return contracts.openapi.flatMap((document) => {
    const schemes = securitySchemes(contracts, document);
    return entriesOf(placeAt(document, ["paths"]))
      .filter(([path]) => path.startsWith("/"))
      .flatMap(([path, place]) => {
        const item = pathItemAt(contracts, place);
        return operationsOf(contracts, item).map(({ method, operation }) =>
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
  const { operationId } = place.value as { operationId?: unknown };
  const method = found.method.toUpperCase();
  const path = found.path.split(/[?#]/, 1)[0] ?? found.path;
  const own = [serversAt(below(place, "servers")), serversAt(memberOf(item, "servers"))];
  const parameters = once(() => parametersOf(contracts, item, place));
  const body = once(() => mockBody(contracts, below(place, "requestBody")));
  const responses = once(() =>
    entriesOf(below(place, "responses"))
      .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
      .map(([status, each]) => [status.toUpperCase(), dereference(contracts, each)] as const),
  );
  return {
    id: typeof operationId === "string" ? operationId : `${method} ${path}`,
    method,
    path,
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
  const body = bodyOf(contracts, reference);
  if (body === undefined) return undefined;
  return { ...body, media: entriesOf(below(dereference(contracts, reference), "content")) };
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
