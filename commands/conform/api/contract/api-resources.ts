import { branches } from "../../../../reader/documents/joint-schemas.js";
import { below, childPlaces, dereference, type Place } from "../../../../reader/documents/place.js";
import { words } from "../../../../reader/documents/words.js";
import { hasSchema } from "../../../mock/index.js";
import { type ApiContract, type ApiOperation, writtenMedia } from "./api-contract.js";
import { remembered } from "./remembered.js";

/** Things of one kind: a collection and its items, such as `/pets` and `/pets/{petId}`. */
export interface ApiResource {
  /** The path template of an item, or, if there is none, of the collection followed by `{}`. */
  readonly path: string;
  readonly collection: string;
  /** The parameter that names an item. */
  readonly parameter: string;
  /** The member of answers that names an item, if the user says so. */
  readonly member?: string | undefined;
  /** What an item is called, such as `pet`. */
  readonly noun: string;
  readonly create: ApiOperation | undefined;
  /** Whether the client chooses the name of a new item, by PUT. */
  readonly isNamedByClient: boolean;
  readonly list: ApiOperation | undefined;
  readonly get: ApiOperation | undefined;
  readonly put: ApiOperation | undefined;
  readonly patch: ApiOperation | undefined;
  readonly remove: ApiOperation | undefined;
}

/** The resources of an API, by the path of an item. */
export function apiResources({ contract, producers }: ResourceSource): readonly ApiResource[] {
  const { operations } = contract;
  const at = (path: string, method: string): ApiOperation | undefined =>
    operations.find((each) => sameTemplate(each.path, path) && each.method === method);
  const paths = new Set<string>();
  for (const { path } of operations) for (const prefix of itemPrefixes(path)) paths.add(prefix);
  return [...paths].map((path): ApiResource => {
    const collection = path.slice(0, path.lastIndexOf("/"));
    const parameter = /\{([^{}]*)\}$/.exec(path)?.[1] ?? "";
    const named = producers.get(parameter);
    const post = named ?? at(collection, "POST");
    const put = at(path, "PUT");
    const isCreator = post !== undefined && isCreation(contract, post);
    const isNamedByClient = !isCreator && put !== undefined && hasStatus(put, "201");
    const noun = singular(lastWord(collection));
    const elsewhere =
      isNamedByClient || at(collection, "POST") !== undefined ? undefined : creatorElsewhere(contract, path);
    const create = isCreator ? post : elsewhere;
    return {
      path,
      collection,
      parameter,
      noun,
      create,
      isNamedByClient,
      list: at(collection, "GET") ?? (create && at(create.path, "GET")),
      get: at(path, "GET"),
      put,
      patch: at(path, "PATCH"),
      remove: at(path, "DELETE"),
    };
  });
}

/** What resources are found in. */
export interface ResourceSource {
  readonly contract: ApiContract;
  /** Operations whose answers name an item, by path parameter, from `links` of the contract. */
  readonly producers: ReadonlyMap<string, ApiOperation>;
}

/** The operations that the contract's `links` name as producers of path parameters. */
export function linkedProducers({ contracts, operations }: ApiContract): ReadonlyMap<string, ApiOperation> {
  const found = new Map<string, ApiOperation>();
  const ambiguous = new Set<string>();
  for (const producer of operations) {
    if (producer.method !== "POST") continue;
    for (const [, response] of producer.declared.responses)
      for (const [, reference] of childPlaces(below(response, "links"))) {
        const { value } = dereference(contracts, reference);
        const { parameters } = (value ?? {}) as { parameters?: unknown };
        for (const [name, expression] of Object.entries((parameters ?? {}) as object)) {
          if (typeof expression !== "string" || !expression.startsWith("$response.body#/")) continue;
          const key = name.replace(/^path\./, "");
          const known = found.get(key);
          if (known !== undefined && known !== producer) ambiguous.add(key);
          found.set(key, producer);
        }
      }
  }
  for (const key of ambiguous) found.delete(key);
  return found;
}

/** The beginnings of a path template that end with a parameter of a whole segment. */
export function itemPrefixes(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.flatMap((segment, index) =>
    /^\{[^{}]+\}$/.test(segment) ? [segments.slice(0, index + 1).join("/")] : [],
  );
}

/** Whether two templates match the same paths, whatever their parameters are called. */
export function sameTemplate(one: string, other: string): boolean {
  return one === other || plainTemplate(one) === plainTemplate(other);
}

const plainTemplates = new Map<string, string>();

/** A template without the names of its parameters; kept, since those of a large API are compared in pairs. */
function plainTemplate(path: string): string {
  const known = plainTemplates.get(path);
  if (known !== undefined) return known;
  const plain = path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<!^)\/$/, "");
  if (plainTemplates.size < mostTemplates) plainTemplates.set(path, plain);
  return plain;
}

/** Templates that are kept. */
const mostTemplates = 20_000;

/** Whether a POST makes an item: it declares 201, or a success with a body that has an id. */
function isCreation(contract: ApiContract, operation: ApiOperation): boolean {
  if (hasStatus(operation, "201")) return true;
  if (writtenMedia(operation) === undefined) return false;
  return operation.declared.responses.some(
    ([status, place]) =>
      /^2/.test(status) && answerProperties(contract, place).some((name) => /^(?:.*_?id|uuid)$/i.test(name)),
  );
}

/** The only POST below another item that makes items of a path: `/rooms/{roomId}/bookings` for `/bookings/{bookingId}`. */
function creatorElsewhere(contract: ApiContract, item: string): ApiOperation | undefined {
  const { operations } = contract;
  const noun = lastWord(item);
  const found = operations.filter(
    (each) =>
      each.method === "POST" &&
      lastWord(each.path) === noun &&
      each.path.endsWith(noun) &&
      isCreation(contract, each) &&
      !operations.some(({ path }) => itemPrefixes(path).some((prefix) => isItemIn(prefix, each.path))),
  );
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}

function isItemIn(item: string, collection: string): boolean {
  return sameTemplate(item.slice(0, item.lastIndexOf("/")), collection);
}

function hasStatus({ declared }: ApiOperation, status: string): boolean {
  return declared.responses.some(([each]) => each === status);
}

function answerProperties({ contracts }: ApiContract, response: Place): readonly string[] {
  return childPlaces(below(response, "content")).flatMap(([, media]) => {
    const schema = below(media, "schema");
    if (!hasSchema(schema)) return [];
    return branches(contracts, schema).flatMap((place) =>
      childPlaces(below(place, "properties")).map(([name]) => name),
    );
  });
}

function lastWord(path: string): string {
  return (
    path
      .split("/")
      .filter((segment) => segment !== "" && !segment.startsWith("{"))
      .at(-1) ?? ""
  );
}

/** An English noun in the singular, in lower case without separators. */
export const singular: (noun: string) => string = remembered((noun) => {
  const plain = words(noun).join("").toLowerCase();
  if (/ies$/.test(plain)) return plain.replace(/ies$/, "y");
  if (/(?:[sxz]|ch|sh)es$/.test(plain)) return plain.replace(/es$/, "");
  if (/[^s]s$/.test(plain)) return plain.replace(/s$/, "");
  return plain;
});
