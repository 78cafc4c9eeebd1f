import { toPointer } from "../read/pointer.js";
import { linkResources } from "./link-resources.js";
import { Resources } from "./resources.js";
import { type CompiledSchema, runValidator } from "./run-validator.js";
import { SchemaError } from "./schema-error.js";
import { linkedBody } from "./standalone.js";

/** How a schema is compiled. */
export interface CompileOptions {
  /** What the schema is called: relative references start here, and `schemaPointer` begins with it. Default: none. */
  readonly uri?: string;
  /** Further documents that references lead to, by URI (absolute, or relative to the schema's). */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** Whether `format` is asserted; an unknown format never is. Default: true. */
  readonly formats?: boolean;
  /** Whether an unknown keyword or format, or a keyword without effect, is an error. Default: false. */
  readonly strict?: boolean;
}

/**
 * Compiles a JSON Schema of 2020-12 or draft-07 (told by `$schema`; 2020-12 without one). Nothing is fetched:
 * what references lead to must be in `schemas`. Throws `SchemaError` (code `schema-invalid`, with the place)
 * where the schema isn't one, uses a dialect that isn't known, or has a reference that leads nowhere. Makes
 * code at run time, which a content security policy may forbid; generated validators don't.
 */
export function compile(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  const { uri = "", schemas = {}, formats = true, strict = false } = options;
  try {
    const resources = new Resources(schemas);
    const root = resources.add(uri, schema);
    const linked = linkResources(resources, root, { formats, strict });
    const names = { get: (path: string) => path };
    const body = linkedBody(linked, { names, subject: { place: root, phrase: "the contract" }, strict });
    return runValidator(body);
  } catch (error) {
    // Ajv says with a plain `Error` what it can't compile; any other kind is a mistake of our own.
    const isOwn = !(error instanceof RangeError) && (error as Error).constructor !== Error;
    if (isOwn) throw error;
    const reason = error instanceof RangeError ? "nests too deeply" : String((error as Error).message);
    throw new SchemaError(reason, { document: uri, pointer: toPointer([]), cause: error });
  }
}
