export { OipkitError } from "../runtime/errors.js";
export type { Excerpt } from "./document/excerpt.js";
export { DocumentsError, type DocumentsErrorCode } from "./errors.js";
export type { Finding } from "./finding.js";
export type { ValidateOptions } from "./options.js";
export { type Format, formats } from "./report/formats.js";
export {
  createReporter,
  type ReportedPart,
  type Reporter,
  type ReportOptions,
  type Summary,
} from "./report/reporter.js";
export type { Progress } from "./run.js";
export { type ValidateHooks, validateDocuments } from "./validate-documents.js";
