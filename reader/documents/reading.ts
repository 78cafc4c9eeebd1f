/**
 * How to read the keys of an object in a contract: as keywords of the specification, as names that the
 * author chose (`properties`, `responses`, …), or as data (`example`, `default`, …), which isn't interpreted.
 */
export type Reading = "keywords" | "names" | "data";

const dataKeywords = new Set(["example", "const", "default", "enum", "value"]);
const nameKeywords = new Set(
  (
    "properties patternProperties $defs definitions dependentSchemas dependencies schemas parameters responses headers requestBodies " +
    "messages messageTraits channels operations operationTraits callbacks links pathItems webhooks x-webhooks paths securitySchemes " +
    "examples mapping variables servers serverVariables replies replyAddresses correlationIds encoding"
  ).split(" "),
);

/** How to read the value of a key, in an object whose own keys are read as `above`. Array indexes count as keys. */
export function readingOf(above: Exclude<Reading, "data">, key: string, value: unknown): Reading {
  if (above === "names") return "keywords";
  if (isExtension(key) || dataKeywords.has(key) || (key === "examples" && Array.isArray(value)))
    return "data";
  if (!nameKeywords.has(key) || Array.isArray(value)) return "keywords";
  return key === "headers" && isSchemaLike(value) ? "keywords" : "names";
}

/** Extensions aren't interpreted, apart from the webhooks of OpenAPI 3.0; those of oipkit have checks of their own. */
export function isExtension(key: string): boolean {
  return key.startsWith("x-") && key !== "x-webhooks";
}

/** OpenAPI's `headers` is a map of headers, AsyncAPI's is a schema. */
function isSchemaLike(value: unknown): boolean {
  const { $ref, type, properties, allOf, schemaFormat } = (value ?? {}) as Record<string, unknown>;
  const isType = typeof type === "string" || Array.isArray(type);
  const isNamed = typeof $ref === "string" || typeof schemaFormat === "string";
  return isNamed || isType || properties !== undefined || Array.isArray(allOf);
}
