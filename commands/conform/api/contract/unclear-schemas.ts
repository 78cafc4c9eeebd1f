import { propertyBranches } from "../../../../reader/documents/joint-schemas.js";
import type { Place } from "../../../../reader/documents/place.js";
import { isSchemaObject, listOrEmpty } from "../../../../reader/documents/schema-walk.js";
import { findFormat } from "../../../../reader/validation/formats.js";
import type { ApiContract } from "./api-contract.js";

/** Formats of OpenAPI's registry that any text has. */
const anyText: ReadonlySet<string> = new Set(["binary", "char", "commonmark", "html", "password"]);

/** Whether a schema, or one of its alternatives, demands texts of a format at a path of properties that the suite can neither make nor judge. */
export function saysUnknownFormat(
  { contracts }: ApiContract,
  schema: Place,
  path: readonly (string | number)[],
): boolean {
  const names = path.filter((key) => typeof key === "string");
  if (names.length < path.length) return false;
  return propertyBranches(contracts, schema, names).some(({ value }) => {
    if (!isSchemaObject(value)) return false;
    return [value, ...listOrEmpty(value.anyOf), ...listOrEmpty(value.oneOf)].some(isOfUnknownFormat);
  });
}

/** Whether a schema is `nullable`, and declares values without null: some tools take null for one of them, and others don't. */
export function lacksNull(
  { contracts }: ApiContract,
  schema: Place,
  path: readonly (string | number)[],
): boolean {
  const names = path.filter((key) => typeof key === "string");
  return propertyBranches(contracts, schema, names).some(
    ({ value }) =>
      isSchemaObject(value) &&
      value.nullable === true &&
      Array.isArray(value.enum) &&
      !value.enum.includes(null),
  );
}

function isOfUnknownFormat(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const { type, format } = schema;
  const isText = type === undefined || [type].flat().includes("string");
  return isText && typeof format === "string" && findFormat(format) === undefined && !anyText.has(format);
}
