export { OipkitError } from "@oipkit/runtime/errors";
export { assertContracts, type CheckOptions, checkContracts } from "./check/check.js";
export { type Config, defineConfig } from "./config.js";
export type { GeneratedFile } from "./emit/file.js";
export { type GenerateOptions, type Generation, generate, generateOutputs } from "./generate.js";
export { buildModel } from "./model/build.js";
export type * from "./model/model.js";
export { OutputPathError } from "./outputs/check-paths.js";
export { outputNames } from "./outputs/registry.js";
export { UnknownOutputError } from "./outputs/select.js";
export { loadPlugins } from "./plugins/load.js";
export type { ConfiguredPlugin } from "./plugins/reference.js";
export type { Contracts } from "./read/contracts.js";
export { ContractError, type Diagnostic, type DiagnosticCode } from "./read/diagnostic.js";
export {
  InputError,
  type InputFile,
  type InputOptions,
  type ReadingLimits,
  readInputs,
} from "./read/input.js";
export { loadContracts } from "./read/load.js";
export type { Range } from "./read/range.js";
export { readTemplates } from "./read/templates.js";
export { type Comparison, compareFolder, digestOf } from "./write/compare.js";
export { ForeignOutputError, type Written, writeFiles } from "./write/write.js";
