import type { ErrorObject } from "ajv";
import { isSchemaObject } from "../read/schema-walk.js";
import { sentenceOf } from "./sentence.js";
import { snippets } from "./snippets.js";

/**
 * An error of Ajv (with `verbose`) as the sentence that a generated validator says of it, without a full stop.
 * `document` is the value that was validated; no value of it is shown. `authority` is who asks for what it lacks.
 */
export function describeError(error: ErrorObject, document: unknown, authority = "the contract"): string {
  const { keyword, instancePath, parentSchema, params, propertyName } = error;
  const { missingProperty, rule } = params as { missingProperty?: string; rule?: string };
  const item = keyword === "required" ? missingProperty : rule;
  const schema = isSchemaObject(parentSchema) ? parentSchema : {};
  const site = [keyword, keyword, "", "", sentenceOf(keyword, schema, { item, authority }), 0, item];
  const facts = {
    ...(keyword === "required" ? {} : params),
    ...(propertyName === undefined ? {} : { propertyName }),
  };
  const [said] = snippets.toViolations(document, [{ at: instancePath, site: 0, params: facts }], [site]);
  return said?.message ?? "";
}
