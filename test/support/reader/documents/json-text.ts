import fc from "fast-check";

/** JSON data with keys and strings that break naive readers. */
export const hostileKey = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "a/b",
    "~",
    "~1",
    "$ref",
    "__proto__",
    "constructor",
    '"',
    "\\",
    '\\"',
    ":",
    "{",
    "0",
    "10",
    "- x",
    "#",
    "é",
    "😀",
    "\n",
    "\t",
    "&a",
    "*a",
    "!x",
    "true",
    "null",
    "1e3",
    "<<",
  ),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);

export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(hostileKey, fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom(0.5, -1e-7, 1e21)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileKey, tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** The pointers of all values in JSON data, the root first. */
export function allPointers(value: unknown, tokens: readonly string[] = []): (readonly string[])[] {
  const below = value !== null && typeof value === "object" ? Object.entries(value) : [];
  return [tokens, ...below.flatMap(([key, item]) => allPointers(item, [...tokens, key]))];
}

/** JSON data for `print`, in which an object may have duplicate keys. */
export type Text =
  | string
  | number
  | boolean
  | null
  | readonly Text[]
  | { readonly members: readonly (readonly [string, Text])[] };

export function print(value: Text, space: () => string): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${space()}${value.map((item: Text) => print(item, space) + space()).join(`,${space()}`)}]`;
  const { members } = value as Exclude<typeof value, readonly Text[]>;
  const texts = members.map(
    ([key, item]) => `${JSON.stringify(key)}${space()}:${space()}${print(item, space)}${space()}`,
  );
  return `{${space()}${texts.join(`,${space()}`)}}`;
}

/** JSON data as `Text`. */
export function asText(value: unknown): Text {
  if (value === null || typeof value !== "object") return value as Text;
  if (Array.isArray(value)) return value.map(asText);
  return { members: Object.entries(value).map(([key, item]) => [key, asText(item)] as const) };
}

/** Returns a function that returns the given white space in turn. */
export function spaces(list: readonly string[]): () => string {
  let at = 0;
  return () => (list.length === 0 ? "" : (list[at++ % list.length] as string));
}

export const whiteSpace = fc.array(fc.constantFrom("", " ", "\n", "\r\n", "\t", "  \n "), { maxLength: 7 });
