const words = (text: string): readonly string[] => text.split(" ");

/** The keywords of each JSON Schema dialect that hold schemas, by the form of their value: a schema, a list, or a map by name. */
export const schemaForms = {
  "2020-12": {
    one: words(
      "items contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema",
    ),
    list: words("prefixItems allOf anyOf oneOf"),
    map: words("$defs definitions properties patternProperties dependentSchemas dependencies"),
  },
  "2019-09": {
    one: words(
      "items additionalItems contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema",
    ),
    list: words("items allOf anyOf oneOf"),
    map: words("$defs definitions properties patternProperties dependentSchemas dependencies"),
  },
  "draft-07": {
    one: words("items additionalItems contains additionalProperties propertyNames if then else not"),
    list: words("items allOf anyOf oneOf"),
    map: words("definitions properties patternProperties dependencies"),
  },
  "draft-06": {
    one: words("items additionalItems contains additionalProperties propertyNames not"),
    list: words("items allOf anyOf oneOf"),
    map: words("definitions properties patternProperties dependencies"),
  },
} as const;

/** The keywords of 2020-12 that compare a value with data; `format` is apart, since it may be an annotation. */
export const assertionKeywords: readonly string[] = words(
  "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
);

/** The keywords that compare a value with numbers. */
export const comparingKeywords = [
  "const",
  "enum",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/** Keywords of either dialect that identify or describe a schema and assert nothing. */
export const annotationKeywords: ReadonlySet<string> = new Set(
  words(
    "$schema $id $anchor $dynamicAnchor $vocabulary $comment $defs definitions title description default examples deprecated readOnly writeOnly contentMediaType contentEncoding contentSchema",
  ),
);

/** Annotations that OpenAPI and AsyncAPI add. */
export const openApiAnnotations: readonly string[] = words("example externalDocs xml discriminator nullable");
