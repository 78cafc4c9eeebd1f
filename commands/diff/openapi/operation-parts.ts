import {
  operationsOf as operationsIn,
  type PathItem,
  pathItemAt,
} from "../../../reader/documents/openapi/path-items.js";
import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { Fact, Flow, Part } from "../part.js";
import { recordOf } from "../record.js";
import type { Api } from "./api.js";
import { bodyPart, responseParts } from "./content-parts.js";
import { operationKey, sentMethod } from "./operation-names.js";
import { parameterParts } from "./parameter-parts.js";
import { securityOf } from "./security.js";
import { serversOf } from "./servers.js";

/** `operation`: consumers call it. The others are requests of the provider. */
export type OperationKind = "operation" | "webhook" | "callback";

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Place;
  readonly item: PathItem;
  readonly kind: OperationKind;
}

/** The operations of a path item; parameters and servers of the path item are theirs, too. */
export function operationsOf(
  api: Api,
  { path, item, kind }: { readonly path: string; readonly item: Place; readonly kind: OperationKind },
): Part[] {
  const whole = pathItemAt(api.contracts, item);
  return operationsIn(api.contracts, whole).map(({ method, operation }) =>
    operationPart(api, { method, path, operation, item: whole, kind }),
  );
}

/** An operation, a webhook or a callback with everything below it. */
function operationPart(api: Api, found: Found): Part {
  const { method, path, operation, item, kind } = found;
  const flow: Flow = kind === "operation" ? "to-provider" : "to-consumer";
  const back: Flow = kind === "operation" ? "to-consumer" : "to-provider";
  const name = sentMethod(method);
  const inside = { ...api, around: [...(api.around ?? []), operation.value] };
  return {
    kind,
    key: kind === "operation" ? operationKey(method, path) : `${name} ${path}`,
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
