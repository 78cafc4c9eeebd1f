import { isTooDeep, maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { fromOpenApi30 } from "../documents/dialects/openapi30-schema.js";
import { Resources } from "./dialects/resources.js";
import { markSecrets } from "./nodes/definitions.js";
import { closureOf, type Definition } from "./nodes/node.js";
import { resourceDefinition } from "./nodes/resource-nodes.js";
import { type CompiledSchema, runValidator } from "./run-validator.js";
import { SchemaError } from "./schema-error.js";

/** How a schema is compiled. */
export interface CompileOptions {
  /** URI of the schema: the base of relative references, and the start of `schemaPointer`. Default: none. */
  readonly uri?: string;
  /** Other documents that references point to, by URI (absolute, or relative to the schema's). */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /**
   * What schemas are written in that don't name it by `$schema`. `openapi-3.0` reads `nullable`, a boolean `exclusiveMinimum` and keywords
   * next to a `$ref` as `oipkit generate` does. Default: JSON Schema; `nullable: true`, which it doesn't have, is an error then,
   * unless `json-schema` says that it is to be ignored.
   */
  readonly dialect?: "json-schema" | "openapi-3.0";
  /** Whether `format` is asserted; an unknown format never is. Default: true. */
  readonly formats?: boolean;
  /** Whether an unknown keyword or format, or a keyword without effect, is an error. Default: false. */
  readonly strict?: boolean;
}

/**
 * Compiles a JSON Schema of 2020-12, 2019-09, draft-07 or draft-06, as `$schema` says (2020-12 by default). Nothing is fetched: documents
 * that references point to must be in `schemas`. Throws `SchemaError` (code `schema-invalid`, with the place) if the
 * schema is invalid, has a keyword of OpenAPI 3.0 without the `dialect`, nests deeper than 256 levels, uses an unknown dialect, or has an unresolvable reference. Generates code at run time, which a content
 * security policy may forbid; generated validators don't.
 */
export function compile(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  return withDefinition(schema, options, runValidator);
}

/** Makes something of the definition of a schema. Throws `SchemaError` as `compile` does. */
export function withDefinition<T>(
  schema: unknown,
  options: CompileOptions & { readonly exact?: boolean },
  make: (root: Definition) => T,
): T {
  const { uri = "", schemas = {}, formats = true, strict = false, exact = false, dialect } = options;
  for (const [document, value] of [[uri, schema] as const, ...Object.entries(schemas)])
    if (isTooDeep(value)) throw tooDeep(document);
  const read = (value: unknown): unknown => (dialect === "openapi-3.0" ? fromOpenApi30(value) : value);
  try {
    const resources = new Resources(
      Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, read(value)])),
    );
    const settings = { formats, strict, exact, dialect };
    const root = resourceDefinition(resources, resources.add(uri, read(schema)), settings);
    markSecrets(closureOf([root]));
    return make(root);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooDeep(uri, error);
  }
}

function tooDeep(document: string, cause?: unknown): SchemaError {
  const reason = `the schema is nested too deeply: at most ${maxJsonDepth} levels can be compiled`;
  return new SchemaError(reason, { document, pointer: toPointer([]), cause });
}
