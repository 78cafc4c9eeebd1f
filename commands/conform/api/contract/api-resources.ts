import { toPointer } from "@oipkit/runtime/json-pointer";
import { branches, propertyBranches } from "../../../../reader/documents/joint-schemas.js";
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
  readonly naming: ItemNaming;
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

/** What names an item in a representation of it. */
export interface ItemNaming {
  /** The member, once the user or the `Location` of an item has shown it. */
  member: string | undefined;
  /** Whether the user has named it. */
  readonly isGiven: boolean;
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
    const own = at(collection, "POST");
    const post =
      own !== undefined && isCreation(contract, own) ? own : (producers.get(plainTemplate(path)) ?? own);
    const put = at(path, "PUT");
    const isCreator = post !== undefined && isCreation(contract, post);
    const isNamedByClient = !isCreator && put !== undefined && hasStatus(put, "201");
    const noun = singular(lastWord(collection));
    const isItem = operations.some((each) => sameTemplate(each.path, path));
    const elsewhere =
      !isItem || isNamedByClient || at(collection, "POST") !== undefined
        ? undefined
        : creatorElsewhere(contract, path);
    const create = isCreator ? post : elsewhere;
    return {
      path,
      collection,
      parameter,
      naming: { member: undefined, isGiven: false },
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
  /** Operations whose answers name an item, by the path template of items without the names of parameters, from `links` of the contract. */
  readonly producers: ReadonlyMap<string, ApiOperation>;
}

/** The operations whose `links` lead to the items that they make, by the path templates of these. */
export function linkedProducers({ contracts, operations }: ApiContract): ReadonlyMap<string, ApiOperation> {
  const found = new Map<string, ApiOperation>();
  const ambiguous = new Set<string>();
  for (const producer of operations) {
    if (producer.method !== "POST") continue;
    for (const [, response] of producer.declared.responses)
      for (const [, reference] of childPlaces(below(response, "links"))) {
        for (const key of linkedItems(operations, dereference(contracts, reference).value)) {
          const known = found.get(key);
          if (known !== undefined && known !== producer) ambiguous.add(key);
          found.set(key, producer);
        }
      }
  }
  for (const key of ambiguous) found.delete(key);
  return found;
}

/** The items that a link leads to by their own name: that of another item is a reference to what was there before. */
function linkedItems(operations: readonly ApiOperation[], link: unknown): readonly string[] {
  const { operationId, operationRef, parameters } = (link ?? {}) as Readonly<Record<string, unknown>>;
  const target = operations.find(
    ({ id, declared: { place } }) =>
      id === operationId ||
      (typeof operationRef === "string" && operationRef.endsWith(`#${toPointer(place.tokens)}`)),
  );
  return Object.entries((parameters ?? {}) as object).flatMap(([name, expression]) => {
    const parameter = name.replace(/^path\./, "");
    const item = itemPrefixes(target?.path ?? "").find((prefix) => prefix.endsWith(`{${parameter}}`));
    const [, member] = /^\$response\.body#\/([^/]+)$/.exec(String(expression)) ?? [];
    if (item === undefined || member === undefined) return [];
    const noun = singular(lastWord(item.slice(0, item.lastIndexOf("/"))));
    const isOwn = ["id", parameter.toLowerCase(), `${noun}id`, `${noun}_id`].includes(member.toLowerCase());
    return isOwn ? [plainTemplate(item)] : [];
  });
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
  const wrappers = [...envelopes, singular(lastWord(operation.path))];
  return operation.declared.responses.some(
    ([status, place]) =>
      /^2/.test(status) &&
      [...answerProperties(contract, place), ...answerProperties(contract, place, wrappers)].some((name) =>
        /^(?:.*_?id|uuid)$/i.test(name),
      ),
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

/** Members of an answer that hold the item itself. */
export const envelopes: readonly string[] = ["data", "item", "result", "resource", "value"];

/** The members that the contract declares for the objects of a response, or for those in members of them. */
export function answerProperties(
  { contracts }: ApiContract,
  response: Place,
  within?: readonly string[],
): readonly string[] {
  return childPlaces(below(response, "content")).flatMap(([, media]) => {
    const schema = below(media, "schema");
    if (!hasSchema(schema)) return [];
    const inner = within?.flatMap((name) => propertyBranches(contracts, schema, [name]));
    return (inner ?? branches(contracts, schema)).flatMap((place) =>
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
