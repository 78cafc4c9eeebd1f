import type { FoundOperation, MockOperation } from "../contract/operations.js";
import {
  deprecated,
  finding,
  isError,
  type MockExchange,
  type MockFinding,
  type MockRequest,
  problemAnswer,
  type RequestRefusal,
} from "../exchange.js";
import { type BodyChecking, bodyRefusal, checkBody } from "./check-body.js";
import { checkParameters } from "./check-parameters.js";
import { securityRefusal } from "./check-security.js";

/** A request whose operation is known. */
interface RoutedRequest {
  readonly operation: MockOperation;
  /** Path parameters as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly request: Pick<MockRequest, "method" | "headers">;
  /** The body as sent; absent if it is larger than what is checked. */
  readonly bytes: MockRequest["body"] | undefined;
}

/** What is wrong with a request. */
export interface RequestVerdict {
  readonly findings: readonly MockFinding[];
  /** The answer to it; `undefined` if it may be answered as the contract says. */
  readonly refusal: RequestRefusal | undefined;
}

/** Checks a request as a server would: credentials, media type, then parameters and body together. */
export async function checkRequest(
  { operation, path, query, request, bytes }: RoutedRequest,
  checking: BodyChecking,
): Promise<RequestVerdict> {
  const { headers } = request;
  const sent = { headers, bytes };
  const refusal = securityRefusal(operation, request, query) ?? bodyRefusal(operation, sent, checking);
  if (refusal !== undefined) return { findings: [refusalFinding(refusal)], refusal };
  const findings = [
    ...(operation.isDeprecated ? [deprecated(atOperation, `the operation \`${operation.id}\``)] : []),
    ...checkParameters(operation, { path, query, headers }, checking),
    ...(await checkBody(operation, sent, checking)),
  ];
  const errors = findings.filter(isError);
  if (errors.length === 0) return { findings, refusal: undefined };
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  const detail = `${first?.message ?? "the request doesn't follow the contract"}${more}`;
  return {
    findings,
    refusal: { status: chooseStatus(operation, errors), code: "request-invalid", detail, findings },
  };
}

const atOperation = { side: "request", in: "path" } as const;

const unreadable = new Set([
  "content-encoding",
  "json-syntax",
  "invalid-utf8",
  "form-syntax",
  "percent-encoding",
]);

/** 400 if the request can't be read, else 422 or 400, whichever the operation declares. */
function chooseStatus({ responses }: MockOperation, errors: readonly MockFinding[]): number {
  if (errors.some(({ code }) => unreadable.has(code))) return 400;
  const declares = (status: string): boolean => responses.some(([each]) => each === status);
  if (declares("422") || !declares("400")) return 422;
  return 400;
}

type Unroutable = Exclude<FoundOperation, { readonly kind: "operation" }>;

/** Longest path that is repeated. */
const shownLength = 200;

/** Why a request has no operation. */
export function unroutableRefusal(
  found: Unroutable,
  { method }: Pick<MockRequest, "method">,
  path: string,
): RequestRefusal {
  if (found.kind === "other-method") {
    const allowed = allowedMethods(found.allowed);
    const detail = `the contract has no ${method} for this path; it has ${found.allowed.join(", ")}`;
    return { status: 405, code: "method-unknown", detail, headers: [["allow", allowed]] };
  }
  const detail = `the contract has no path \`${path.slice(0, shownLength)}\`${found.hint}`;
  return { status: 404, code: "path-unknown", detail };
}

/** The answer to a request that no operation is for. An OPTIONS that isn't declared says what the path allows. */
export function unroutable(found: Unroutable, request: MockRequest, path: string): MockExchange {
  if (found.kind === "other-method" && request.method === "OPTIONS") {
    const headers = [["allow", allowedMethods(found.allowed)]] as const;
    return { answer: { status: 204, headers, body: "" }, operation: undefined, findings: [] };
  }
  const refusal = unroutableRefusal(found, request, path);
  return { answer: problemAnswer(refusal), operation: undefined, findings: [refusalFinding(refusal)] };
}

/** A refusal as a finding. */
export function refusalFinding({ code, detail, status }: RequestRefusal): MockFinding {
  let where: MockFinding["in"] = "path";
  if (status === 401) where = "security";
  if (status === 415) where = "header";
  const help = "Fix the request, or the contract if the request is right.";
  return finding({ side: "request", in: where }, { code, message: detail, help });
}

function allowedMethods(declared: readonly string[]): string {
  return [...new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(", ");
}

/** The refusal of a target that names no path for sure. */
export const targetRefusal: RequestRefusal = {
  status: 400,
  code: "target-invalid",
  detail:
    "the target of the request must be a path that begins with a slash and doesn't lead up behind encoded slashes",
};
