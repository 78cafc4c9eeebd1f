export { MalformedCase, NoCaseSelected, ProbeFailed, SubjectUnreachable } from "./errors.js";
export { formatReport } from "./report.js";
export type { CaseResult, ExchangeRecord, Report } from "./result.js";
export { type RunOptions, runSuite } from "./run.js";
export type { Filters } from "./select.js";
export type { Subject } from "./subject.js";
export type * from "./suite.js";
