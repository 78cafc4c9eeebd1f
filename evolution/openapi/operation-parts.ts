import { below, dereference, entriesOf, type Place } from "../../generator/read/place.js";
import type { Fact, Flow, Part } from "../part.js";
import { recordOf } from "../record.js";
import type { Api } from "./api.js";
import { bodyPart, responseParts } from "./content-parts.js";
import { parameterParts } from "./parameter-parts.js";
import { securityOf } from "./security.js";
import { serversOf } from "./servers.js";

/** The HTTP methods that a path item may have (OpenAPI 3.1 and 3.2, Path Item Object). */
export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

/** `operation`: consumers call it. The others are requests of the provider. */
export type OperationKind = "operation" | "webhook" | "callback";

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Place;
  readonly item: Place;
  readonly kind: OperationKind;
}

/** The operations of a path item; parameters and servers of the path item are theirs, too. */
export function operationsOf(
  api: Api,
  { path, item, kind }: { readonly path: string; readonly item: Place; readonly kind: OperationKind },
): Part[] {
  const place = dereference(api.contracts, item);
  return methods.flatMap((method) => {
    const operation = below(place, method);
    return isObject(operation.value)
      ? [operationPart(api, { method, path, operation, item: place, kind })]
      : [];
  });
}

/** An operation, a webhook or a callback with everything below it. */
function operationPart(api: Api, found: Found): Part {
  const { method, path, operation, item, kind } = found;
  const flow: Flow = kind === "operation" ? "to-provider" : "to-consumer";
  const back: Flow = kind === "operation" ? "to-consumer" : "to-provider";
  const name = method.toUpperCase();
  const inside = { ...api, around: [...(api.around ?? []), operation.value] };
  return {
    kind,
    key: `${name} ${kind === "operation" ? templateOf(path) : path}`,
    title: kind === "operation" ? `${name} ${path}` : `${kind} ${path} (${name})`,
    at: operation,
    flow,
    facts: factsOf(api, found),
    parts: [
      ...parameterParts(api, { operation, item, path, flow }),
      ...bodyPart(api, below(operation, "requestBody"), flow),
      ...responseParts(api, below(operation, "responses"), back),
      ...callbacksOf(operation, api.around).flatMap(([callback, place]) =>
        entriesOf(dereference(api.contracts, place)).flatMap(([expression, target]) =>
          operationsOf(inside, { path: `${callback} ${expression}`, item: target, kind: "callback" }),
        ),
      ),
    ],
  };
}

/** None in an operation that is inside itself: callbacks may refer to each other. */
function callbacksOf(operation: Place, around: readonly unknown[] = []): [string, Place][] {
  return around.includes(operation.value) ? [] : entriesOf(below(operation, "callbacks"));
}

/** A path whose parameters have no names, since these aren't sent. */
export function templateOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

function factsOf(api: Api, { operation, item, kind }: Found): Record<string, Fact> {
  const value = recordOf(operation.value);
  const fact = (name: string): Record<string, Fact> =>
    value[name] === undefined ? {} : { [name]: { value: value[name], at: below(operation, name) } };
  return {
    deprecated: {
      value: value.deprecated === true,
      ...(value.deprecated === undefined ? {} : { at: below(operation, "deprecated") }),
    },
    ...fact("operationId"),
    ...fact("x-sunset"),
    ...fact("x-environments"),
    ...fact("x-pagination"),
    ...fact("x-access-snapshot"),
    ...(kind === "operation"
      ? { security: securityOf(api, operation), servers: serversOf(api, { operation, item }) }
      : {}),
  };
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object";
}
