export { OipkitError } from "@oipkit/runtime/errors";
export { type CompileOptions, compile } from "./compile.js";
export type { CompiledSchema } from "./run-validator.js";
export { type CheckOptions, SchemaError, type Violation } from "./violation.js";
