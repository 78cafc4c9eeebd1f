import type { ErrorObject } from "ajv";
import { isSchemaObject } from "../../documents/schema-walk.js";
import { support } from "../support.js";

/**
 * Words an error of Ajv (with `verbose`) like a generated validator, without a full stop. `authority` is what requires
 * a missing property. Shows no value of the document.
 */
export function describeError(error: ErrorObject, authority = "the contract"): string {
  const { keyword, instancePath, parentSchema, params, propertyName, data } = error;
  const { missingProperty, additionalProperty, unevaluatedProperty, property, ...others } = params as {
    readonly [name: string]: string | undefined;
  };
  const schema = isSchemaObject(parentSchema) ? parentSchema : {};
  const name = keyword === "false schema" ? "false" : keyword;
  const passing = keyword === "oneOf" ? (params.passingSchemas as readonly number[] | null) : null;
  const text =
    passing === null
      ? support.sentenceOf(name, schema, { authority })
      : support.explainOverlap(schema, passing);
  return support.messageAt(instancePath, text, {
    keyword,
    value: data,
    property: missingProperty ?? additionalProperty ?? unevaluatedProperty ?? others.propertyName,
    beside: keyword === "dependentRequired" ? property : undefined,
    name: propertyName,
    secret: true,
  });
}
