import { type ApiResource, envelopes, singular } from "../contract/api-resources.js";
import { remembered } from "../contract/remembered.js";
import { type ApiAnswer, answerHeader } from "./api-session.js";

/** Members that name an item if none is called like the path parameter. */
const usualNames = [
  "id",
  "_id",
  "uuid",
  "uid",
  "slug",
  "key",
  "code",
  "sku",
  "name",
  "number",
  "username",
  "email",
];

/** What names an item in a representation of it; `undefined` if nothing does. */
export function itemName(
  value: unknown,
  resource: Pick<ApiResource, "parameter" | "noun" | "naming" | "collection">,
): string | number | undefined {
  if (!isRecord(value)) return undefined;
  const {
    parameter,
    noun,
    naming: { member },
  } = resource;
  const wanted = plain(parameter);
  const byParameter = Object.keys(value).find((name) => plain(name) === wanted);
  const suffix = wanted.startsWith(noun) ? wanted.slice(noun.length) : wanted;
  const bySuffix = suffix === "" ? undefined : Object.keys(value).find((name) => plain(name) === suffix);
  const byNoun = Object.keys(value).find((name) => plain(name) === `${noun}id`);
  const usual = usualNames.find((name) => Object.hasOwn(value, name));
  const given = member !== undefined && Object.hasOwn(value, member) ? member : undefined;
  for (const name of [given, byParameter, bySuffix, byNoun, usual]) {
    if (name === undefined) continue;
    const own = value[name];
    if (typeof own === "string" && own !== "") return lastSegment(own, resource) ?? own;
    if (typeof own === "number") return own;
  }
  return itemName(itemIn(value, resource) ?? onlyMember(value), resource);
}

/** The only member of an answer: what wraps an item may be called otherwise, such as `user` around what names a profile. */
function onlyMember(value: Readonly<Record<string, unknown>>): unknown {
  const [member, ...others] = Object.values(value);
  return others.length === 0 ? member : undefined;
}

/** The name at the end of a path to an item, such as `shelves/a1` or a link to itself; `undefined` if a text is no such path. */
function lastSegment(text: string, { collection }: Pick<ApiResource, "collection">): string | undefined {
  const [before, last] = text.split("/").slice(-2);
  const literal = collection.split("/").at(-1);
  return before !== undefined && before === literal && last !== "" ? last : undefined;
}

/** The item within an answer that wraps it; `undefined` if it doesn't. */
function itemIn(value: Readonly<Record<string, unknown>>, { noun }: Pick<ApiResource, "noun">): unknown {
  const name = Object.keys(value).find((each) => envelopes.includes(each) || plain(each) === noun);
  return name === undefined ? undefined : value[name];
}

/** The only member of a body, if it is an object that wraps an item: `article` in one of articles. */
export function wrappedItem(
  value: unknown,
  resource: Pick<ApiResource, "noun">,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined;
  const inner = itemIn(value, resource);
  return isRecord(inner) ? inner : undefined;
}

/** The representation of an item in an answer: the body, or the member that wraps it. */
export function itemValue(
  value: unknown,
  resource: Pick<ApiResource, "parameter" | "noun" | "naming" | "collection">,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const inner = itemIn(value, resource);
  if (isRecord(inner) && keys.length <= 3 && itemName(inner, resource) !== undefined) return inner;
  return value;
}

/** The names in the `Location` of an answer, outermost first, decoded; `undefined` if there are none for this resource. */
export function locationNames(
  answer: ApiAnswer,
  { path, naming }: Pick<ApiResource, "path" | "naming">,
): readonly string[] | undefined {
  const location = answerHeader(answer, "location");
  if (location === undefined || naming.isGiven) return undefined;
  const segments = (location.split(/[?#]/, 1)[0] ?? "").split("/").filter((segment) => segment !== "");
  const template = path.split("/").filter((segment) => segment !== "");
  const own = segments.slice(-template.length);
  const fits = template.every((segment, index) => segment.startsWith("{") || segment === own[index]);
  if (!fits || own.length < template.length) return undefined;
  try {
    return template.flatMap((segment, index) =>
      segment.startsWith("{") ? decodeURIComponent(own[index] ?? "") : [],
    );
  } catch {
    return undefined;
  }
}

/** Remembers which member of an answer has the name by which the item is found: not each is called `id`. */
export function learnNaming(resource: ApiResource, value: unknown, name: unknown): void {
  const item = itemValue(value, resource);
  if (item === undefined || String(itemName(item, resource)) === String(name)) return;
  resource.naming.member ??= Object.keys(item).find((key) => String(item[key]) === String(name));
}

/** The items of a list: the body itself, or its only list of objects. `undefined` if there is none. */
export function listItems(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const named = lists.find(([name]) =>
    ["items", "data", "results", "records", "entries", "content", "value"].includes(name),
  );
  const [only, ...others] = lists;
  if (named !== undefined) return named[1];
  if (others.length === 0 && only !== undefined) return only[1];
  const embedded = value._embedded;
  return lists.length === 0 && isRecord(embedded) ? listItems(embedded) : undefined;
}

const plain = remembered((name) => singularWord(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()));

function singularWord(word: string): string {
  return word.length > 3 && !word.endsWith("id") ? singular(word) : word;
}

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
