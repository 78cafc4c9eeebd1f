export { OipkitError } from "@oipkit/runtime/errors";
export { type CompileOptions, compile } from "./compile.js";
export type { CompiledSchema } from "./run-validator.js";
export { SchemaError } from "./schema-error.js";
export type { CheckOptions, Violation } from "./violation.js";
