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
    const name = path.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    yield { name: `${name} removed`, path, document: edited(document, path, () => undefined) };
    const value = at(document, path);
    if (value === null || typeof value !== "object")
      yield { name: `${name} changed`, path, document: edited(document, path, other) };
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

function edited(document: unknown, path: readonly string[], edit: (value: unknown) => unknown): unknown {
  const copy: unknown = structuredClone(document);
  const holder = at(copy, path.slice(0, -1)) as Record<string, unknown> | unknown[];
  const key = path.at(-1) ?? "";
  const value = edit((holder as Record<string, unknown>)[key]);
  if (Array.isArray(holder)) holder.splice(Number(key), 1, ...(value === undefined ? [] : [value]));
  else if (value === undefined) delete holder[key];
  else holder[key] = value;
  return copy;
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
