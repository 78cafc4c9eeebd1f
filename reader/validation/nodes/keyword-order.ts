/** The order in which keywords are checked, and so of findings: base schemas first, keywords that depend on others last. */
const order = (
  "$ref $dynamicRef allOf type enum const minLength maxLength pattern format minimum maximum exclusiveMinimum " +
  "exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties required dependentRequired " +
  "propertyNames additionalProperties properties patternProperties prefixItems items contains minContains maxContains " +
  "dependentSchemas anyOf oneOf not if then else rules unevaluatedProperties unevaluatedItems"
).split(" ");

const positions: ReadonlyMap<string, number> = new Map(order.map((keyword, index) => [keyword, index]));

/** The position of a keyword of a node; unknown ones come last. */
export function keywordOrder(keyword: string): number {
  return positions.get(keyword) ?? positions.size;
}
