export { OipkitError } from "@oipkit/runtime/errors";
export { type Config, defineConfig } from "../commands/config/config-file.js";
export { assertContracts, type ContractCheckOptions, checkContracts } from "../reader/check/check.js";
export type { Contracts } from "../reader/documents/contracts.js";
export { ContractError, type Diagnostic, type DiagnosticCode } from "../reader/documents/diagnostic.js";
export {
  InputError,
  type InputFile,
  type InputOptions,
  type ReadingLimits,
  readInputs,
} from "../reader/documents/input.js";
export { loadContracts } from "../reader/documents/load.js";
export type { Range } from "../reader/documents/parsed-text.js";
export { readTemplates } from "../reader/documents/templates.js";
export type * from "../reader/model/model.js";
export { buildModel } from "./build-model.js";
export type { GeneratedFile } from "./emit/file.js";
export { type GenerateOptions, type Generation, generate, generateOutputs } from "./generate.js";
export { OutputPathError } from "./outputs/check-paths.js";
export { outputNames, UnknownOutputError } from "./outputs/registry.js";
export { loadPlugins } from "./plugins/load.js";
export type { ConfiguredPlugin } from "./plugins/plugin.js";
export { type Comparison, compareFolder, fileDigest } from "./write/compare.js";
export { ForeignOutputError, type Written, writeFiles } from "./write/write.js";
