import type { FoundOperation } from "../contract/find-operation.js";
import type { Exchange, MockFinding, MockRequest } from "../exchange.js";
import { finding } from "../finding.js";
import { problemAnswer, type Refusal } from "../problem.js";

type Unroutable = Exclude<FoundOperation, { readonly kind: "operation" }>;

/** Longest path that is repeated. */
const shownLength = 200;

/** Why a request has no operation. */
export function unroutableRefusal(found: Unroutable, { method }: MockRequest, path: string): Refusal {
  if (found.kind === "other-method") {
    const allowed = allowedMethods(found.allowed);
    const detail = `the contract has no ${method} for this path; it has ${found.allowed.join(", ")}`;
    return { status: 405, code: "method-unknown", detail, headers: [["allow", allowed]] };
  }
  const detail = `the contract has no path \`${path.slice(0, shownLength)}\`${found.hint}`;
  return { status: 404, code: "path-unknown", detail };
}

/** The answer to a request that no operation is for. An OPTIONS that isn't declared says what the path allows. */
export function unroutable(found: Unroutable, request: MockRequest, path: string): Exchange {
  if (found.kind === "other-method" && request.method === "OPTIONS") {
    const headers = [["allow", allowedMethods(found.allowed)]] as const;
    return { answer: { status: 204, headers, body: "" }, operation: undefined, findings: [] };
  }
  const refusal = unroutableRefusal(found, request, path);
  return { answer: problemAnswer(refusal), operation: undefined, findings: [refusalFinding(refusal)] };
}

/** A refusal as a finding. */
export function refusalFinding({ code, detail, status }: Refusal): MockFinding {
  const where = status === 401 ? "security" : status === 415 ? "header" : "path";
  const help = "Fix the request, or the contract if the request is right.";
  return finding({ side: "request", in: where }, { code, message: detail, help });
}

function allowedMethods(declared: readonly string[]): string {
  return [...new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(", ");
}
