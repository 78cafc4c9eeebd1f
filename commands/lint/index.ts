export type { Contracts } from "../../reader/documents/contracts.js";
export type { Document } from "../../reader/documents/document.js";
export { below, childPlaces, dereference, type Place, placeAt } from "../../reader/documents/place.js";
export type { SchemaObject } from "../../reader/documents/schema-walk.js";
export type { LintConfig, LintOverride, Severity } from "./config.js";
export type { Fix } from "./rule.js";
export {
  defineLintPlugin,
  type Format,
  type LintPlugin,
  type LintPluginModule,
  LintRuleError,
  type Rule,
  type RuleContext,
  type RuleFinding,
} from "./rule.js";
export type { ListedMessage, ListedOperation } from "./walk/operations.js";
export { appliedTo, type Flow, type SchemaNode, schemaTypes } from "./walk/schema-node.js";
