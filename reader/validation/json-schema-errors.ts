import type { ErrorObject } from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import { draft202012, metaSchema } from "../documents/dialects/dialect.js";
import { annotationKeywords, openApiAnnotations, recordOrEmpty } from "../documents/schema-walk.js";
import { support } from "./support.js";

/**
 * Words an error of Ajv (with `verbose`) like a generated validator, without a full stop. `authority` is what requires
 * a missing property. Shows no value of the document.
 */
export function describeError(error: ErrorObject, authority = "the contract"): string {
  const { keyword, instancePath, parentSchema, params, propertyName, data } = error;
  const { missingProperty, additionalProperty, unevaluatedProperty, property, ...others } = params as {
    readonly [name: string]: string | undefined;
  };
  const schema = recordOrEmpty(parentSchema);
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

/** The keywords of JSON Schema 2020-12 and the annotations of OpenAPI and AsyncAPI. */
export const knownKeywords: ReadonlySet<string> = new Set([
  ...draft202012.keywords,
  ...annotationKeywords,
  ...openApiAnnotations,
]);

/** All errors of a value by the meta-schema of 2020-12, as `describeError` reads them; none if it is a valid schema. */
export function metaSchemaErrors(value: unknown): readonly ErrorObject[] {
  ajv ??= new Ajv2020Module.default({
    allErrors: true,
    strict: false,
    validateFormats: false,
    // `describeError` reads the schema and the value of an error.
    verbose: true,
    logger: false,
  });
  if (ajv.validate(metaSchema["2020-12"], value) === true) return [];
  return ajv.errors ?? [];
}

let ajv: InstanceType<typeof Ajv2020Module.default> | undefined;
