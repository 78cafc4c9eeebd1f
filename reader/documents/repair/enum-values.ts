import type { SchemaObject } from "../schema-walk.js";
import type { KeywordRepair } from "./keyword-repair.js";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * How an `enum` is read whose values aren't of the schema's `type`: in YAML, `1` and `"1"` look alike, so a value that can be one of the type is
 * read as that. If nothing is left that the type allows, no value would match, and `enum` is left out.
 */
export function enumRepairs({ type, enum: values, nullable }: SchemaObject): KeywordRepair[] {
  if (type === undefined || !Array.isArray(values) || values.length === 0) return [];
  const types = [type].flat().filter((name) => typeof name === "string");
  const isOfType = (value: unknown): boolean =>
    types.some((name) => isOf(name, value)) || (value === null && nullable === true);
  if (values.every(isOfType)) return [];
  const read = values.map((value) => (isOfType(value) ? value : (converted(value, types) ?? value)));
  const named = types.map((name) => `\`${name}\``).join(" or ");
  const repair = { keyword: "enum", code: "schema-invalid" } as const;
  const hint =
    "Write the values as the type says (in YAML, a number in quotes is a string), or change the type.";
  if (!read.some((value) => isOfType(value) && value !== null))
    return [
      { ...repair, message: `no value of \`enum\` is of the type ${named}, so \`enum\` is left out`, hint },
    ];
  const changed = values.find((value, index) => value !== read[index]);
  if (changed === undefined) return [];
  const message = `\`enum\` has values that aren't of the type ${named}, such as ${JSON.stringify(changed)}; they are read as that type`;
  return [{ ...repair, value: read, message, hint }];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function converted(value: unknown, types: readonly string[]): unknown {
  for (const type of types) {
    if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
    if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
    if ((type === "integer" || type === "number") && typeof value === "string" && number.test(value)) {
      const found = Number(value);
      if (isOf(type, found)) return found;
    }
  }
  return undefined;
}
