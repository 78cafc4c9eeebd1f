import { Resources } from "../../../reader/validation/dialects/resources.js";
import { markSecrets } from "../../../reader/validation/nodes/definitions.js";
import { closureOf, type Definition } from "../../../reader/validation/nodes/node.js";
import { resourceDefinition } from "../../../reader/validation/nodes/resource-nodes.js";

/** A schema document and the documents that it refers to. */
export interface SchemaSource {
  readonly schema: unknown;
  /** The base of its relative references. Default: none. */
  readonly uri?: string | undefined;
  /** Other documents, by URI (absolute, or relative to the schema's). Default: none. */
  readonly schemas?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The definition of a JSON Schema, with `format` asserted. Throws `SchemaError` with the place if
 * it is invalid or refers to what isn't there.
 */
export function definitionOf({ schema, uri = "", schemas = {} }: SchemaSource): Definition {
  const resources = new Resources(schemas);
  const root = resources.add(uri, schema);
  const definition = resourceDefinition(resources, root, { formats: true, strict: false });
  markSecrets(closureOf([definition]));
  return definition;
}
