import { type ApiResource, singular } from "../contract/api-resources.js";
import { remembered } from "../contract/remembered.js";
import { type ApiAnswer, answerHeader } from "./api-session.js";

/** Members of an answer that hold the item itself. */
const envelopes = ["data", "item", "result", "resource", "value"];

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
  resource: Pick<ApiResource, "parameter" | "noun" | "member">,
): string | number | undefined {
  if (!isRecord(value)) return undefined;
  const { parameter, noun, member } = resource;
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
    if ((typeof own === "string" && own !== "") || typeof own === "number") return own;
  }
  return itemName(itemIn(value, resource), resource);
}

/** The item within an answer that wraps it; `undefined` if it doesn't. */
function itemIn(value: Readonly<Record<string, unknown>>, { noun }: Pick<ApiResource, "noun">): unknown {
  const name = Object.keys(value).find((each) => envelopes.includes(each) || plain(each) === noun);
  return name === undefined ? undefined : value[name];
}

/** The representation of an item in an answer: the body, or the member that wraps it. */
export function itemValue(
  value: unknown,
  resource: Pick<ApiResource, "parameter" | "noun" | "member">,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const inner = itemIn(value, resource);
  if (isRecord(inner) && keys.length <= 3 && itemName(inner, resource) !== undefined) return inner;
  return value;
}

/** The name in the `Location` of an answer, decoded; `undefined` if there is none for this resource. */
export function locationName(
  answer: ApiAnswer,
  { path, member }: Pick<ApiResource, "path" | "member">,
): string | undefined {
  const location = answerHeader(answer, "location");
  if (location === undefined || member !== undefined) return undefined;
  const segments = (location.split(/[?#]/, 1)[0] ?? "").split("/").filter((segment) => segment !== "");
  const template = path.split("/").filter((segment) => segment !== "");
  const own = segments.slice(-template.length);
  const fits = template.every((segment, index) => segment.startsWith("{") || segment === own[index]);
  if (!fits || own.length < template.length) return undefined;
  try {
    return decodeURIComponent(own.at(-1) ?? "") || undefined;
  } catch {
    return undefined;
  }
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
