import { OipkitError } from "@oipkit/runtime/errors";
import type { NoAnswerKind } from "../../exchange/send.js";
import type { CaseResult, Observation } from "../../result.js";
import type { Level } from "../../suite/suite.js";
import type { ApiOperation } from "../contract/api-contract.js";
import type { CallArguments } from "../request/call-arguments.js";
import type { ApiIdentity } from "../request/identity.js";
import type { ApiAnswer, ApiRequest } from "./api-session.js";

/** A check found the server at fault. */
export class ApiViolation extends OipkitError {
  readonly code = "api-violation";

  constructor(readonly finding: ApiFinding) {
    super(finding.reason);
  }
}

/** What a check found. */
export interface ApiFinding {
  /** A clause that begins with "the server …". */
  readonly reason: string;
  readonly expected?: Observation;
  readonly actual?: Observation;
  /** The answer that shows it; by default the last one with the actual status. */
  readonly answer?: ApiAnswer;
  /** If it is less than the case's own. */
  readonly level?: Level;
  /** Whether one answer shows it, whatever came before, and whether or not it happens again. */
  readonly isCertain?: true;
}

/** A check can't say anything about the server. */
export class ApiUntried extends OipkitError {
  readonly code = "api-untried";
}

/** One request of a trial and its answer. */
export interface TrialExchange {
  readonly operation: ApiOperation | undefined;
  readonly identity: ApiIdentity | undefined;
  readonly call: CallArguments | undefined;
  /** Whether the contract allows the request, credentials aside; absent if it belongs to no operation. */
  readonly isValid?: boolean;
  readonly request: ApiRequest;
  readonly answer: ApiAnswer | NoAnswerKind;
}

/** The requests of a failure, fit for reports. */
export type RecordedRequests = Pick<CaseResult, "exchanges" | "typescript">;

/** The expected and the actual status of a finding. */
export function statuses(expected: string, actual: number): Pick<ApiFinding, "expected" | "actual"> {
  return {
    expected: { aspect: "status", value: expected, text: expected },
    actual: { aspect: "status", value: actual, text: String(actual) },
  };
}
