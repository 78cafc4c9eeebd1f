import fc from "fast-check";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Schema = boolean | { readonly [keyword: string]: unknown };

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    2,
    3,
    1.5,
    10,
    1e21,
    0.01,
    19.99,
    "",
    "a",
    "b",
    "ab",
    "abc",
    "😀",
    "😀😀",
    "x-1",
  ],
  ...["2024-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "constructor", "__proto__"],
);
const name = fc.constantFrom(
  "a",
  "b",
  "c",
  "d",
  "kind",
  "x-1",
  "next",
  "constructor",
  "__proto__",
  "toString",
  "/~",
);

const any: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("json"), { maxLength: 4 }) },
    { weight: 2, arbitrary: fc.array(fc.tuple(name, tie("json")), { maxLength: 5 }).map(toObject) },
  ),
})).json;

const ofType: Readonly<Record<string, readonly Json[]>> = {
  string: ["", "a", "ab", "2024-02-29T00:00:00Z"],
  integer: [0, 1, 3],
  number: [0, 1.5, 10],
  boolean: [true, false],
};

/** Creates an object from entries, with `__proto__` as a plain name. */
function toObject(entries: readonly (readonly [string, Json])[]): Json {
  return JSON.parse(
    `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
  ) as Json;
}

/** Values that a schema may or may not accept: half of them follow the schema, the others differ from it. */
export function near(schema: unknown, root: unknown = schema, depth = 0): fc.Arbitrary<Json> {
  if (typeof schema !== "object" || schema === null || depth > 4) return any;
  const {
    $ref,
    const: only,
    enum: values,
    properties,
    items,
    prefixItems,
    required,
  } = schema as Record<string, unknown>;
  const parts: fc.Arbitrary<Json>[] = [];
  if (typeof $ref === "string") parts.push(near(target(root, $ref), root, depth + 1));
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const part of (schema as Record<string, Schema[]>)[keyword] ?? [])
      parts.push(near(part, root, depth + 1));
  for (const keyword of ["if", "then", "else", "not", "contains"]) {
    const part = (schema as Record<string, Schema>)[keyword];
    if (part !== undefined) parts.push(near(part, root, depth + 1));
  }
  const { type } = schema as { readonly type?: unknown };
  if (typeof type === "string" && type in ofType) parts.push(fc.constantFrom(...(ofType[type] ?? [])));
  if (only !== undefined) parts.push(fc.constant(only as Json));
  if (Array.isArray(values) && values.length > 0) parts.push(fc.constantFrom(...(values as Json[])));
  const names = [...Object.keys((properties ?? {}) as object), ...((required ?? []) as string[])];
  if (names.length > 0) {
    const named = (properties ?? {}) as Record<string, unknown>;
    const entries = [...new Set(names)].map((key) =>
      fc.oneof(
        {
          weight: 5,
          arbitrary: near(Object.hasOwn(named, key) ? named[key] : undefined, root, depth + 1).map(
            (value) => [[key, value] as const],
          ),
        },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
    );
    const others = fc.array(fc.tuple(name, scalar), { maxLength: 2 });
    parts.push(fc.tuple(...entries, others).map((lists) => toObject(lists.flat() as [string, Json][])));
  }
  if (items !== undefined || prefixItems !== undefined) {
    const first = ((prefixItems ?? []) as unknown[]).map((item) => near(item, root, depth + 1));
    const rest = fc.array(near(items, root, depth + 1), { maxLength: 4 });
    parts.push(fc.tuple(fc.tuple(...first), rest).map(([head, tail]) => [...head, ...tail]));
  }
  return fc.oneof({ weight: 1, arbitrary: any }, ...parts.map((arbitrary) => ({ weight: 3, arbitrary })));
}

function target(root: unknown, $ref: string): unknown {
  return $ref
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .reduce<unknown>((value, token) => (value as Record<string, unknown> | undefined)?.[token], root);
}
