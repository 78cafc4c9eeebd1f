import type { MockOperation } from "../contract/operations.js";
import type { MockFinding, MockRequest } from "../exchange.js";
import { isError } from "../finding.js";
import type { Refusal } from "../problem.js";
import { checkBody, mediaRefusal } from "./check-body.js";
import { checkParameters } from "./check-parameters.js";
import { securityRefusal } from "./check-security.js";
import type { Checking } from "./check-value.js";
import { refusalFinding } from "./unroutable.js";

/** A request whose operation is known. */
export interface RoutedRequest {
  readonly operation: MockOperation;
  /** Path parameters as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly request: MockRequest;
}

/** What is wrong with a request. */
export interface RequestVerdict {
  readonly findings: readonly MockFinding[];
  /** The answer to it; `undefined` if it may be answered as the contract says. */
  readonly refusal: Refusal | undefined;
}

/** Checks a request as a server would: credentials, media type, then parameters and body together. */
export async function checkRequest(
  { operation, path, query, request }: RoutedRequest,
  checking: Checking,
): Promise<RequestVerdict> {
  const refusal = securityRefusal(operation, request, query) ?? mediaRefusal(operation, request);
  if (refusal !== undefined) return { findings: [refusalFinding(refusal)], refusal };
  const findings = [
    ...checkParameters(operation, { path, query, headers: request.headers }, checking),
    ...(await checkBody(operation, request, checking)),
  ];
  const errors = findings.filter(isError);
  if (errors.length === 0) return { findings, refusal: undefined };
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  const detail = `${first?.message ?? "the request doesn't follow the contract"}${more}`;
  return {
    findings,
    refusal: { status: statusOf(operation, errors), code: "request-invalid", detail, findings },
  };
}

const unreadable = new Set(["json-syntax", "invalid-utf8", "form-syntax", "percent-encoding"]);

/** 400 if the request can't be read, else 422 or 400, whichever the operation declares. */
function statusOf({ responses }: MockOperation, errors: readonly MockFinding[]): number {
  if (errors.some(({ code }) => unreadable.has(code))) return 400;
  const declares = (status: string): boolean => responses.some(([each]) => each === status);
  return declares("422") || !declares("400") ? 422 : 400;
}
