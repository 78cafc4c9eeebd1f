export { OipkitError } from "@oipkit/runtime/errors";
export { createReporter } from "../report/create-reporter.js";
export type { Excerpt } from "../report/findings/excerpt.js";
export type { Finding, ReportedPart, Reporter, ReportOptions, Summary } from "../report/reporter.js";
export { type FindingFormat, formats } from "../report/reporter.js";
export { DocumentsError, type DocumentsErrorCode } from "./errors.js";
export type { ValidateOptions } from "./options.js";
export { type Progress, type ValidateHooks, validateDocuments } from "./run.js";
