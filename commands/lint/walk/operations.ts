import type { Contracts } from "../../../reader/documents/contracts.js";
import {
  operationsOf as operationsIn,
  type PathItem,
  pathItemAt,
} from "../../../reader/documents/openapi/path-items.js";
import {
  below,
  dereference,
  entriesOf,
  keyOf,
  type Place,
  placeAt,
} from "../../../reader/documents/place.js";
import { type Flow, reversed } from "./flow.js";

/** An operation of an OpenAPI document. */
export interface ListedOperation {
  /** The operation, where it is written. */
  readonly place: Place;
  /** For people, such as `GET /orders` or `webhook orderCreated`. */
  readonly title: string;
  readonly method: string;
  /** The path, or the name of the webhook or callback. */
  readonly path: string;
  readonly kind: "path" | "webhook" | "callback";
  /** The direction of its requests. */
  readonly flow: Flow;
  /** Its parameters and those of its path item, references followed. */
  readonly parameters: readonly Place[];
  /** References followed; absent if there is none. */
  readonly requestBody: Place | undefined;
  /** By status, references followed. */
  readonly responses: readonly (readonly [status: string, response: Place])[];
}

/** All operations, callbacks after the operations that have them. */
export function operationsOf(contracts: Contracts): ListedOperation[] {
  const found = new Map<string, ListedOperation>();
  const addItem = (item: Place, about: Pick<ListedOperation, "path" | "kind" | "flow">): void => {
    const at = pathItemAt(contracts, item);
    for (const { method, operation: place } of operationsIn(contracts, at)) {
      if (!isObject(place.value) || found.has(keyOf(place))) continue;
      const operation = operationAt(contracts, place, { ...about, method, item: at });
      found.set(keyOf(place), operation);
      for (const [name, callback] of entriesOf(below(place, "callbacks")))
        for (const [, inner] of entriesOf(dereference(contracts, callback)))
          addItem(inner, { path: name, kind: "callback", flow: reversed(about.flow) });
    }
  };
  for (const document of contracts.openapi) {
    for (const [path, item] of entriesOf(placeAt(document, ["paths"])))
      addItem(item, { path, kind: "path", flow: "to-provider" });
    for (const section of ["webhooks", "x-webhooks"])
      for (const [path, item] of entriesOf(placeAt(document, [section])))
        addItem(item, { path, kind: "webhook", flow: "to-consumer" });
  }
  return [...found.values()];
}

interface Described extends Pick<ListedOperation, "path" | "kind" | "flow" | "method"> {
  readonly item: PathItem;
}

function operationAt(contracts: Contracts, place: Place, { item, ...about }: Described): ListedOperation {
  const { kind, method, path } = about;
  const follow = (at: Place): Place => dereference(contracts, at);
  const listed = [place, ...item].flatMap((holder) => itemsOf(below(holder, "parameters"))).map(follow);
  const body = follow(below(place, "requestBody"));
  return {
    ...about,
    place,
    title: kind === "path" ? `${method.toUpperCase()} ${path}` : `${kind} ${path}`,
    parameters: listed.filter(({ value }) => isObject(value)),
    requestBody: isObject(body.value) ? body : undefined,
    responses: entriesOf(below(place, "responses")).map(([status, response]) => [status, follow(response)]),
  };
}

/** The items of a list in a contract, as places. */
export function itemsOf(place: Place): Place[] {
  const { value } = place;
  return Array.isArray(value) ? value.map((_, index) => below(place, String(index))) : [];
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
