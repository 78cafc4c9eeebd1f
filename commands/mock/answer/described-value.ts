import { contractExamples } from "../../../reader/documents/openapi/contract-examples.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { hasSchema, type MockSchemas } from "../contract/schemas.js";
import { madeValue, violationText } from "./made-value.js";

/**
 * A value of what a server sends outside of bodies, from the examples of its declaration or made from its schema: of a header, a parameter, or the media
 * type in their `content`. `undefined` if there is none.
 */
export function describedValue(schemas: MockSchemas, holder: Place): { readonly value: unknown } | undefined {
  const schema = below(holder, "schema");
  const isValid = (value: unknown): boolean =>
    !hasSchema(schema) || violationText(schemas, schema, value) === undefined;
  const example = contractExamples(schemas.contracts("answer"), holder).find(({ value }) => isValid(value));
  if (example !== undefined) return example;
  if (!hasSchema(schema)) return undefined;
  const made = madeValue(schemas, schema);
  if (made.kind === "value") return made;
  return undefined;
}
