const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas whose keywords are beside references, two and three deep. */
export const chains: Readonly<Record<string, object | boolean>> = {
  Seats: { type: "object", properties: { count: { type: "integer" }, row: { type: "string" } } },
  Booking: { ...ref("Seats"), properties: { count: { minimum: 1 } } },
  BookingAlias: ref("Booking"),
  BookingAliasAlias: ref("BookingAlias"),
  BookingNoted: { ...ref("Booking"), description: "No keyword of its own." },
  BookingRow: { ...ref("BookingAlias"), required: ["row"] },
  BookingClosed: {
    ...ref("BookingRow"),
    properties: { count: true, row: { minLength: 2 } },
    additionalProperties: false,
  },
  BookingAll: { ...ref("BookingAlias"), allOf: [{ required: ["count"] }, ref("BookingRow")] },
  BookingAny: { ...ref("Booking"), anyOf: [{ required: ["count"] }, { required: ["row"] }] },
  BookingOne: { ...ref("BookingAny"), oneOf: [{ required: ["count"] }, { required: ["row"] }] },
  BookingNot: { ...ref("BookingAlias"), not: { required: ["row"] } },
  BookingIf: {
    ...ref("Booking"),
    if: { required: ["row"] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    then: { required: ["count"] },
    else: { maxProperties: 0 },
  },
  BookingDepends: { ...ref("BookingAlias"), dependentRequired: { row: ["count"] } },
  BookingNames: { ...ref("Booking"), propertyNames: { maxLength: 5 }, minProperties: 1 },
  BookingUnevaluated: { ...ref("Booking"), unevaluatedProperties: false },
  Num: { type: "integer" },
  Small: { ...ref("Num"), maximum: 3 },
  SmallAlias: ref("Small"),
  SmallEven: { ...ref("SmallAlias"), multipleOf: 2 },
  SmallSome: { ...ref("SmallEven"), enum: [0, 2, 4, -3] },
  Text: { type: "string" },
  Long: { ...ref("Text"), minLength: 2 },
  LongAlias: ref("Long"),
  LongSome: { ...ref("LongAlias"), enum: ["a", "ab", "abc"] },
  LongConst: { ...ref("LongSome"), const: "abc" },
  LongPattern: { ...ref("LongAlias"), pattern: "^a" },
  List: { type: "array", items: ref("Small") },
  ListShort: { ...ref("List"), maxItems: 2 },
  ListUnique: { ...ref("ListShort"), uniqueItems: true, items: { minimum: 1 } },
  Maybe: { type: ["integer", "null"] },
  MaybeSmall: { ...ref("Maybe"), maximum: 3 },
  Never: { not: {} },
  NeverMore: { ...ref("Never"), type: "string" },
};

/** The same in OpenAPI 3.0, which ignores what is next to a reference and has words of its own. */
export const chains30: typeof chains = {
  ...chains,
  Maybe: { type: "integer", nullable: true },
  Below: { type: "integer", maximum: 4, exclusiveMaximum: true },
  BelowAlias: { ...ref("Below"), minimum: 3 },
  BelowAll: { allOf: [ref("BelowAlias"), { minimum: 0, exclusiveMinimum: true }] },
  MaybeAll: { type: "integer", nullable: true, allOf: [ref("MaybeSmall")] },
  BookingClosedAll: {
    allOf: [ref("BookingClosed"), { required: ["row"], properties: { count: { minimum: 2 } } }],
  },
};

/** What a schema of OpenAPI 3.0 means, in JSON Schema 2020-12. */
export function meaning30(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(meaning30);
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, nullable, maximum, minimum, exclusiveMaximum, exclusiveMinimum, ...others } =
    schema as Readonly<Record<string, unknown>>;
  if (typeof $ref === "string") return { $ref };
  const [most, least] = [
    exclusiveMaximum === true ? "exclusiveMaximum" : "maximum",
    exclusiveMinimum === true ? "exclusiveMinimum" : "minimum",
  ];
  return {
    ...Object.fromEntries(Object.entries(others).map(([key, part]) => [key, meaning30(part)])),
    ...(maximum !== undefined && { [most]: maximum }),
    ...(minimum !== undefined && { [least]: minimum }),
    ...(nullable === true && { type: [others.type, "null"] }),
  };
}

/** Values of each kind. */
export const values: readonly unknown[] = [
  {},
  { count: 0 },
  { count: 1 },
  { count: 1.5 },
  { count: "1" },
  { row: "A" },
  { row: "AB" },
  { row: 1 },
  { count: 2, row: "A" },
  { count: 2, row: "AB" },
  { count: 0, row: "AB" },
  { count: 2, row: "AB", other: true },
  { other: 1 },
  { a_long_name: 1 },
  [],
  [1],
  [1, 1],
  [1, 2],
  [0, 2],
  [1, 2, 3],
  [9],
  0,
  2,
  3,
  4,
  5,
  -3,
  2.5,
  "a",
  "ab",
  "abc",
  "bcd",
  true,
  null,
];
