export {
  CaseFailed,
  type DescribeOptions,
  describeCases,
  KnownFailurePassed,
  NotShownToConform,
  type TestContext,
  type TestFramework,
} from "./describe.js";
export {
  AnswerTooLarge,
  ControlFailed,
  ControlLacking,
  MalformedCase,
  NoCaseSelected,
  ProbeFailed,
  SubjectUnreachable,
  UnknownCase,
} from "./errors.js";
export { createHttpSend, type HttpSend } from "./exchange/http-send.js";
export { type Incoming, NoAnswer, type Send, type WireRequest } from "./exchange/send.js";
export { type FormatOptions, formatReport } from "./report/format-report.js";
export { isReportFormat, type ReportFormat, reportFormats } from "./report/formats.js";
export type * from "./result.js";
export { type RunOptions, runSuite, type SuiteProgress } from "./run/run.js";
export { runSenderSuite, type SenderRunOptions } from "./sender/run/run.js";
export type * from "./sender/sender-checks.js";
export type * from "./sender/sender-suite.js";
export type { Proof, Subject, SubjectSummary } from "./subject.js";
export type * from "./suite/delivery.js";
export { expandCases, type Filters, globMatcher, selectCases } from "./suite/select.js";
export type * from "./suite/suite.js";
export type { Vector, Vectors } from "./vectors.js";
