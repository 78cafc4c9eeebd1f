import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import {
  pathItemOperations as operationsIn,
  type PathItem,
  pathItemAt,
} from "../../../reader/documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../../../reader/documents/place.js";
import { type Fact, type Part, type PartFlow, toRecord } from "../part.js";
import { compareParts, type PartsComparison } from "../parts/compare-parts.js";
import type { Versions } from "../version.js";
import { operationKey, operationSecurity, operationServers, sentMethod, type VersionedApi } from "./api.js";
import { bodyPart, parameterParts, responseParts } from "./content-parts.js";
import { openapiRules } from "./openapi-rules.js";

/** Compares two versions of an OpenAPI document. */
export function compareApis(
  documents: { readonly old: Document; readonly new: Document },
  versions: Versions,
): PartsComparison {
  return compareParts(
    {
      old: apiParts(versions.old.contracts, documents.old),
      new: apiParts(versions.new.contracts, documents.new),
    },
    { rules: openapiRules, incoming: "response" },
  );
}

/** The operations and webhooks of an OpenAPI document. */
function apiParts(contracts: Contracts, document: Document): Part[] {
  const root = placeAt(document, []);
  const api: VersionedApi = { contracts, root };
  const paths = childPlaces(below(root, "paths")).flatMap(([path, item]) =>
    operationParts(api, { path, item, kind: "operation" }),
  );
  // OpenAPI 3.0 has no webhooks, so documents use an extension.
  const webhooks = ["webhooks", "x-webhooks"].flatMap((member) =>
    childPlaces(below(root, member)).flatMap(([name, item]) =>
      operationParts(api, { path: name, item, kind: "webhook" }),
    ),
  );
  return [...paths, ...webhooks];
}

/** `operation`: consumers call it. The others are requests of the provider. */
type OperationKind = "operation" | "webhook" | "callback";

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Place;
  readonly item: PathItem;
  readonly kind: OperationKind;
}

/** The operations of a path item; parameters and servers of the path item are theirs, too. */
function operationParts(
  api: VersionedApi,
  { path, item, kind }: { readonly path: string; readonly item: Place; readonly kind: OperationKind },
): Part[] {
  const whole = pathItemAt(api.contracts, item);
  return operationsIn(api.contracts, whole).map(({ method, operation }) =>
    operationPart(api, { method, path, operation, item: whole, kind }),
  );
}

/** An operation, a webhook or a callback with everything below it. */
function operationPart(api: VersionedApi, found: Found): Part {
  const { method, path, operation, item, kind } = found;
  const flow: PartFlow = kind === "operation" ? "to-provider" : "to-consumer";
  const back: PartFlow = kind === "operation" ? "to-consumer" : "to-provider";
  const name = sentMethod(method);
  const inside = { ...api, around: [...(api.around ?? []), operation.value] };
  return {
    kind,
    key: kind === "operation" ? operationKey(method, path) : `${name} ${path}`,
    title: kind === "operation" ? `${name} ${path}` : `${kind} ${path} (${name})`,
    at: operation,
    flow,
    facts: operationFacts(api, found),
    parts: [
      ...parameterParts(api, { operation, item, path, flow }),
      ...bodyPart(api, below(operation, "requestBody"), flow),
      ...responseParts(api, below(operation, "responses"), back),
      ...findCallbacks(operation, api.around).flatMap(([callback, place]) =>
        childPlaces(dereference(api.contracts, place)).flatMap(([expression, target]) =>
          operationParts(inside, { path: `${callback} ${expression}`, item: target, kind: "callback" }),
        ),
      ),
    ],
  };
}

/** None in an operation that is inside itself: callbacks may refer to each other. */
function findCallbacks(operation: Place, around: readonly unknown[] = []): [string, Place][] {
  if (around.includes(operation.value)) return [];
  return childPlaces(below(operation, "callbacks"));
}

function operationFacts(api: VersionedApi, { operation, item, kind }: Found): Record<string, Fact> {
  const value = toRecord(operation.value);
  const fact = (name: string): Record<string, Fact> => {
    if (value[name] === undefined) return {};
    return { [name]: { value: value[name], at: below(operation, name) } };
  };
  return {
    deprecated: {
      value: value.deprecated === true,
      ...(value.deprecated !== undefined && { at: below(operation, "deprecated") }),
    },
    ...fact("operationId"),
    ...fact("x-sunset"),
    ...fact("x-environments"),
    ...fact("x-pagination"),
    ...fact("x-access-snapshot"),
    ...(kind === "operation" && {
      security: operationSecurity(api, operation),
      servers: operationServers(api, { operation, item }),
    }),
  };
}
