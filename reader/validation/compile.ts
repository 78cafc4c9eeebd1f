import { isTooDeep, maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer } from "@oipkit/runtime/json-pointer";
import { fromOpenApi30 } from "../documents/dialects/older-schemas.js";
import { ExactNumber, hasExactNumbers } from "../documents/exact-number.js";
import { comparingKeywords } from "../documents/schema-walk.js";
import { SchemaResources } from "./dialects/resources.js";
import { exactSupport } from "./exact-support.js";
import { markSecrets } from "./nodes/definitions.js";
import { type Definition, nodesIn, reachableDefinitions } from "./nodes/node.js";
import { resourceDefinition } from "./nodes/resource-nodes.js";
import { type CompiledSchema, runValidator } from "./run-validator.js";
import { SchemaError } from "./violation.js";

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
  const read = (value: unknown): unknown => {
    if (dialect === "openapi-3.0") return fromOpenApi30(value);
    return value;
  };
  try {
    const resources = new SchemaResources(
      Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, read(value)])),
    );
    const settings = { formats, strict, exact, dialect };
    const root = resourceDefinition(resources, resources.add(uri, read(schema)), settings);
    markSecrets(reachableDefinitions([root]));
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

/** A divisor with more digits would take long for every number. */
const mostDigits = 1000;

/**
 * A schema that is judged with exact numbers: those of the schema, if `withDoubles` made it, and those of the values.
 * Slower than `compile`. Throws `SchemaError` as that does, and for a `multipleOf` of more than 1,000 digits.
 */
export function compileExact(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  return withDefinition(schema, { ...options, exact: true }, exactValidator);
}

/** The validator of a definition whose nodes may have exact numbers. */
export function exactValidator(root: Definition): CompiledSchema {
  const support = exactSupport();
  for (const { node, at } of reachableDefinitions([root]))
    for (const { multipleOf } of nodesIn(node)) refuseLong(multipleOf, at);
  const { node, at } = root;
  const accepts = (value: unknown) => support.conforms(node, value);
  return {
    is(value) {
      try {
        return accepts(value);
      } catch {
        return false;
      }
    },
    check: (value, options = {}) => support.findings(value, { accepts, schema: node, at }, options),
  };
}

function refuseLong(step: unknown, at: string): void {
  if (!(step instanceof ExactNumber) || step.digits <= mostDigits) return;
  const [document = "", pointer = ""] = at.split("#");
  const reason = `a \`multipleOf\` has ${step.digits} digits: at most ${mostDigits} can be compared`;
  throw new SchemaError(reason, { document, pointer });
}

/** Whether any keyword of a definition, or of those that it refers to, compares a value with an exact number. */
export function comparesExactNumbers(root: Definition): boolean {
  return reachableDefinitions([root]).some(({ node }) =>
    [...nodesIn(node)].some((each) => comparingKeywords.some((keyword) => hasExactNumbers(each[keyword]))),
  );
}
