import { nearestNames } from "@oipkit/runtime/nearest-names";

/** The types of JSON Schema. */
export const typeNames = ["null", "boolean", "string", "number", "integer", "array", "object"] as const;

/** What other languages call a type, and what to write instead. */
const otherNames: Readonly<Record<string, string>> = {
  ...named("`type: integer`", "int int8 int16 uint uint8 uint16 uint32 uint64 bigint byte short"),
  ...named("`type: integer` with `format: int32`", "int32"),
  ...named("`type: integer` with `format: int64`", "int64 long timestamp"),
  ...named("`type: number`", "decimal numeric real num money"),
  ...named("`type: number` with `format: float`", "float float32"),
  ...named("`type: number` with `format: double`", "double float64"),
  ...named("`type: string`", "str text char varchar enum"),
  ...named("`type: string` with `format: date`", "date localdate"),
  ...named("`type: string` with `format: date-time`", "datetime date-time date_time instant"),
  ...named("`type: string` with `format: time`", "time"),
  ...named("`type: string` with `format: uuid`", "uuid guid"),
  ...named("`type: string` with `format: uri`", "uri url"),
  ...named("`type: string` with `format: email`", "email"),
  ...named("`type: string` with `format: password`", "password"),
  ...named("`type: string` with `format: binary`", "file binary blob bytes stream"),
  ...named("`type: boolean`", "bool flag"),
  ...named("`type: array`", "list tuple set collection"),
  ...named("`type: object`", "dict dictionary map hash hashmap json record struct"),
  ...named("`type: null`, or in OpenAPI 3.0 `nullable: true`", "none nil undefined void"),
  ...named("nothing: without `type`, any value is allowed", "any mixed unknown"),
};

function named(remedy: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, remedy]));
}

/** What is wrong with the name of a type, and what may be meant. */
export interface UnknownType {
  readonly message: string;
  readonly hint: string;
}

/** The first of the names in a `type` that isn't that of a type; `undefined` if all are. */
export function unknownType(type: unknown): UnknownType | undefined {
  const names = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  for (const name of names) {
    if (typeof name !== "string")
      return {
        message: `\`${String(JSON.stringify(name))}\` isn't the name of a type`,
        hint: formHint(name),
      };
    if (!(typeNames as readonly string[]).includes(name))
      return { message: `there is no type \`${name}\``, hint: meant(name) };
  }
  return undefined;
}

function formHint(name: unknown): string {
  return name === null ? 'Put the name in quotes: `"null"`.' : `Write the name of a type; ${listed}.`;
}

const listed = `there are ${typeNames.map((each) => `\`${each}\``).join(", ")}`;

function meant(name: string): string {
  const plain = name.trim().toLowerCase();
  if ((typeNames as readonly string[]).includes(plain)) return `Did you mean \`${plain}\`?`;
  const other = Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined;
  if (other !== undefined) return `Write ${other}.`;
  const [near] = nearestNames(plain, typeNames);
  return near === undefined
    ? `Write the name of a type; ${listed}. Without \`type\`, any value is allowed.`
    : `Did you mean \`${near}\`?`;
}
