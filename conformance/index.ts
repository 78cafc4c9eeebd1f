export { casesOf } from "./cases.js";
export type * from "./delivery.js";
export {
  CaseFailed,
  type DescribeOptions,
  describeCases,
  KnownFailurePassed,
  type TestContext,
  type TestFramework,
} from "./describe.js";
export { MalformedCase, NoCaseSelected, ProbeFailed, SubjectUnreachable, UnknownCase } from "./errors.js";
export { createHttpSend, type HttpSend } from "./http-send.js";
export { type FormatOptions, formatReport } from "./report/format-report.js";
export { isReportFormat, type ReportFormat, reportFormats } from "./report/formats.js";
export type * from "./result.js";
export { type Progress, type RunOptions, runSuite } from "./run.js";
export { type Filters, globMatcher, selectCases } from "./select.js";
export { type Incoming, NoAnswer, type Send, type WireRequest } from "./send.js";
export type { Subject } from "./subject.js";
export type * from "./suite.js";
export type { Vector, Vectors } from "./vectors.js";
