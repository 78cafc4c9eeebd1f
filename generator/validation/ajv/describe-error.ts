import type { ErrorObject } from "ajv";
import { isSchemaObject } from "../../read/schema-walk.js";
import { support } from "../support.js";

/**
 * An error of Ajv (with `verbose`) in the words of a generated validator, without a full stop. `authority` is who asks
 * for what is missing. No value of the document is shown.
 */
export function describeError(error: ErrorObject, authority = "the contract"): string {
  const { keyword, instancePath, parentSchema, params, propertyName, data } = error;
  const { missingProperty, additionalProperty, unevaluatedProperty, property, ...others } = params as {
    readonly [name: string]: string | undefined;
  };
  const schema = isSchemaObject(parentSchema) ? parentSchema : {};
  const name = keyword === "false schema" ? "false" : keyword;
  const text = support.sentenceOf(name, schema, { authority });
  return support.messageAt(instancePath, text, {
    keyword,
    value: data,
    property: missingProperty ?? additionalProperty ?? unevaluatedProperty ?? others.propertyName,
    beside: keyword === "dependentRequired" ? property : undefined,
    name: propertyName,
    secret: true,
  });
}
