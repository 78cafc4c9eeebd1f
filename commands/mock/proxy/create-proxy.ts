import type { Contracts } from "../../../reader/documents/contracts.js";
import { operationFinder } from "../contract/find-operation.js";
import { operationsIn } from "../contract/operations.js";
import { mockSchemas } from "../contract/schemas.js";
import type { Mock } from "../create-mock.js";
import type { Exchange, MockFinding, MockRequest } from "../exchange.js";
import { finding, isError } from "../finding.js";
import { problemAnswer, type Refusal } from "../problem.js";
import { checkRequest } from "../request/check-request.js";
import { splitTarget } from "../request/target.js";
import { refusalFinding, unroutableRefusal } from "../request/unroutable.js";
import { forward, type Upstream } from "./forward.js";
import { judgeAnswer } from "./judge-answer.js";

/** How a proxy treats what it finds. */
export interface ProxyOptions {
  readonly upstream: Upstream;
  /** Whether violations are answers, not only findings: a wrong request isn't forwarded, and a wrong answer becomes 502. */
  readonly errors: boolean;
  readonly strict: boolean;
}

/** A proxy that forwards each request to a real server, and compares request and answer with the contract. */
export function createProxy(contracts: Contracts, { upstream, errors, strict }: ProxyOptions): Mock {
  const operations = operationsIn(contracts);
  const find = operationFinder(operations);
  const checking = { schemas: mockSchemas(contracts), strict };
  const answer = async (request: MockRequest): Promise<Exchange> => {
    const { path, query } = splitTarget(request.target);
    const search = query === "" ? "" : `?${query}`;
    const found = find(request.method, path);
    if (found.kind !== "operation") {
      const refusal = unroutableRefusal(found, request, path);
      const findings = request.method === "OPTIONS" ? [] : [refusalFinding(refusal)];
      if (errors && findings.length > 0) return refused(refusal, findings);
      const forwarded = await forward(request, `${path}${search}`, upstream);
      return "code" in forwarded
        ? failed(forwarded, findings)
        : { answer: forwarded, operation: undefined, findings };
    }
    const { operation, parameters } = found;
    const { id } = operation;
    const verdict = await checkRequest({ operation, path: parameters, query, request }, checking);
    if (errors && verdict.refusal !== undefined) return refused(verdict.refusal, verdict.findings, id);
    const forwarded = await forward(request, `${found.path}${search}`, upstream);
    if ("code" in forwarded) return failed(forwarded, verdict.findings, id);
    const differences = await judgeAnswer(operation, { answer: forwarded, method: request.method }, checking);
    const findings = [...verdict.findings, ...differences];
    const wrong = differences.filter(isError);
    if (!errors || wrong.length === 0) return { answer: forwarded, operation: id, findings };
    const detail = `the server answered ${forwarded.status}, which doesn't follow the contract: ${wrong[0]?.message ?? ""}`;
    return refused({ status: 502, code: "answer-invalid", detail, findings: wrong }, findings, id);
  };
  return { answer, operations: operations.length };
}

function refused(refusal: Refusal, findings: readonly MockFinding[], operation?: string): Exchange {
  return { answer: problemAnswer(refusal), operation, findings };
}

/** No answer of the server is a finding about it. */
function failed(refusal: Refusal, findings: readonly MockFinding[], operation?: string): Exchange {
  const { code, detail: message } = refusal;
  const help = "Check the URL of --proxy, and that the server runs.";
  const about = finding({ side: "answer", in: "status" }, { code, message, help });
  return refused(refusal, [...findings, about], operation);
}
