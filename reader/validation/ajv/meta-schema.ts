import type { ErrorObject } from "ajv";
import Ajv2020Module from "ajv/dist/2020.js";
import { draft202012, metaSchema } from "../../documents/dialects/dialect.js";
import { annotationKeywords, openApiAnnotations } from "../../documents/keywords.js";

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
  return ajv.validate(metaSchema["2020-12"], value) === true ? [] : (ajv.errors ?? []);
}

let ajv: InstanceType<typeof Ajv2020Module.default> | undefined;
