export { type CompareOptions, compareSchemas, type Mode, type Versions } from "./compare-schemas.js";
export type { Comparison, Finding, FindingCode, Place, Summary } from "./finding.js";
export { type DecideOptions, decideInclusion, type Inclusion, type Pair } from "./inclusion/decide.js";
export { definitionOf, type SchemaSource } from "./inclusion/definition-of.js";
export { ComparisonError, readSchemaSet, type SchemaSet } from "./schema-set.js";
