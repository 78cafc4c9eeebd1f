export { ApiNotShown, ApiRuleBroken, type DescribeApiOptions, describeApi } from "./api/describe-api.js";
export {
  type ApiHookChange,
  type ApiHookRequest,
  type ApiHookSubject,
  type ApiHooks,
  type ApiProducer,
  defineApiHooks,
} from "./api/hooks/api-hooks.js";
export { ApiHookFailed } from "./api/hooks/hook-failed.js";
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
  LibraryUnusable,
  MalformedCase,
  NoCaseSelected,
  ProbeFailed,
  ResetFailed,
  SubjectUnreachable,
  UnknownCase,
} from "./errors.js";
export { createHttpSend, type HttpSend } from "./exchange/http-send.js";
export { type Incoming, NoAnswer, type NoAnswerKind, type Send, type WireRequest } from "./exchange/send.js";
export type { Incident } from "./incident.js";
export { type LibraryRunOptions, runLibrary } from "./library/run-library.js";
export { type FormatOptions, formatReport } from "./report/format-report.js";
export { isReportFormat, type ReportFormat, reportFormats } from "./report/formats.js";
export type * from "./result.js";
export { runSuite } from "./run/run.js";
export type { RunOptions, SuiteProgress } from "./run/run-options.js";
export { runSenderSuite, type SenderRunOptions } from "./sender/run/run.js";
export type * from "./sender/sender-checks.js";
export type * from "./sender/sender-suite.js";
export type { Proof, Subject, SubjectSummary } from "./subject.js";
export type * from "./suite/delivery.js";
export { expandCases, type Filters, globMatcher, selectCases } from "./suite/select.js";
export type * from "./suite/suite.js";
export type { Vector, Vectors } from "./vectors.js";
export {
  type FindRuleStatement,
  makeVerifierVectors,
  type RuleStatement,
  type VectorProtocol,
} from "./verifier/make-verifier-vectors.js";
export type * from "./verifier/verifier-vectors.js";
