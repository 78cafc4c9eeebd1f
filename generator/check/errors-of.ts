import type { ErrorObject } from "ajv";
import type { Ajv } from "../validation/ajv.js";

/** What Ajv finds wrong with a value by the schema at a URI. */
export function errorsOf(ajv: Ajv, uri: string, value: unknown): ErrorObject[] {
  const validate = ajv.getSchema(uri);
  if (!validate) throw new Error(`no schema at ${uri}`);
  return validate(value) ? [] : [...(validate.errors ?? [])];
}
