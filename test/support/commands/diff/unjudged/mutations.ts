import { toPointer } from "@oipkit/runtime/json-pointer";

/** A document with one change. */
export interface Mutation {
  /** Where, and what was done: `/paths/~1a/get/summary removed`. */
  readonly name: string;
  readonly path: readonly string[];
  readonly document: unknown;
}

/** A document with each of its values changed or removed, one at a time. */
export function* mutations(document: unknown): Generator<Mutation> {
  for (const path of paths(document)) {
    const name = toPointer(path);
    yield { name: `${name} removed`, path, document: edited(document, path, () => undefined) };
    const value = at(document, path);
    if (value === null || typeof value !== "object")
      yield { name: `${name} changed`, path, document: edited(document, path, other) };
  }
}

/** A document with a field that no specification knows, in each of its objects, one at a time. */
export function* additions(document: unknown, field: string, value: unknown): Generator<Mutation> {
  for (const path of [[], ...paths(document)]) {
    const holder = at(document, path);
    if (holder === null || typeof holder !== "object" || Array.isArray(holder)) continue;
    yield {
      name: `${toPointer(path)}/${field} added`,
      path: [...path, field],
      document: edited({ document }, ["document", ...path, field], () => value).document,
    };
  }
}

function* paths(value: unknown, above: readonly string[] = []): Generator<readonly string[]> {
  if (value === null || typeof value !== "object") return;
  for (const [key, item] of Object.entries(value)) {
    const path = [...above, key];
    yield path;
    yield* paths(item, path);
  }
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce((value, token) => (value as Record<string, unknown>)[token], document);
}

/** Shares with the document all that isn't above the edit: thousands of whole copies wouldn't fit into memory. */
function edited<Json>(document: Json, path: readonly string[], edit: (value: unknown) => unknown): Json {
  const [key = "", ...rest] = path;
  const holder = (Array.isArray(document) ? [...document] : Object.assign({}, document)) as
    | Record<string, unknown>
    | unknown[];
  const before = (holder as Record<string, unknown>)[key];
  const value = rest.length > 0 ? edited(before, rest, edit) : edit(before);
  if (Array.isArray(holder)) holder.splice(Number(key), 1, ...(value === undefined ? [] : [value]));
  else if (value === undefined) delete holder[key];
  else holder[key] = value;
  return holder as Json;
}

/** Where any other text would be refused, or read as the default. */
const others: Readonly<Record<string, string>> = { form: "pipeDelimited", send: "receive" };

/** Another value of the same type. */
function other(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return others[value] ?? `${value}x`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return "other";
  }
}
