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
export type * from "./result/result.js";
export { type Progress, type RunOptions, runSuite } from "./run/run.js";
export { runSenderSuite, type SenderRunOptions } from "./sender/run/run.js";
export type * from "./sender/suite/endpoint-answer.js";
export type * from "./sender/suite/sender-checks.js";
export type * from "./sender/suite/sender-suite.js";
export type { Subject } from "./subject.js";
export { casesOf } from "./suite/cases.js";
export type * from "./suite/delivery.js";
export type * from "./suite/example-ref.js";
export type * from "./suite/made-signature.js";
export type * from "./suite/padding-fault.js";
export type { Proof } from "./suite/proofs.js";
export { type Filters, globMatcher, selectCases } from "./suite/select.js";
export type * from "./suite/suite.js";
export type * from "./suite/variation.js";
export type { Vector, Vectors } from "./vectors.js";
