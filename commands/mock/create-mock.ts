import type { Contracts } from "../../reader/documents/contracts.js";
import { type AnswerOptions, answerMaker } from "./answer/make-answer.js";
import { refusalMaker } from "./answer/refusal-answer.js";
import { operationFinder, operationsIn } from "./contract/operations.js";
import { mockSchemas } from "./contract/schemas.js";
import {
  type Answering,
  type MockExchange,
  type MockRequest,
  problemAnswer,
  type RequestRefusal,
} from "./exchange.js";
import { type OutgoingMaker, outgoingMaker } from "./outgoing/outgoing-requests.js";
import type { OutgoingSigner } from "./outgoing/sign-outgoing.js";
import { checkRequest, refusalFinding, targetRefusal, unroutable } from "./request/check-request.js";
import { readTarget } from "./request/target.js";

/** How a mock server answers. */
export interface MockOptions extends AnswerOptions {
  /** Whether what the contract doesn't declare in a request is a finding, too. */
  readonly strict: boolean;
  /** Most of a decoded body that is checked, in bytes. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
  /** What signs callbacks and webhooks of a document with a protocol. Default: they aren't sent. */
  readonly signing?: OutgoingSigner;
}

/** A server without sockets. */
export interface Mock {
  readonly answer: Answering;
  /** How many operations it has. */
  readonly operations: number;
  /** The requests that the API sends by itself. */
  readonly webhooks: OutgoingMaker["webhooks"];
}

/**
 * A server of the operations of contracts: it checks each request, and answers from examples or from schemas. References
 * of the contracts are known to resolve. Schemas are compiled when a request first needs them.
 */
export function createMock(contracts: Contracts, options: MockOptions): Mock {
  const operations = operationsIn(contracts);
  const find = operationFinder(operations);
  const schemas = mockSchemas(contracts);
  const make = answerMaker(schemas, options);
  const refuse = refusalMaker(schemas);
  const { strict, maxBodyBytes: maxBytes = 8 * 1024 * 1024, signing } = options;
  const outgoing = outgoingMaker({ contracts, schemas, signing });
  const checking = { schemas, strict, maxBytes, isForwarded: false };
  const answer = async (request: MockRequest): Promise<MockExchange> => {
    const target = readTarget(request.target);
    if (target === undefined)
      return {
        answer: problemAnswer(targetRefusal),
        operation: undefined,
        findings: [refusalFinding(targetRefusal)],
      };
    const { path, query } = target;
    const found = find(request.method, path);
    if (found.kind !== "operation") return unroutable(found, request, path);
    const { operation, parameters } = found;
    const refused = (refusal: RequestRefusal, findings: MockExchange["findings"]): MockExchange => ({
      answer: problemAnswer(refusal),
      operation: operation.id,
      findings,
    });
    const { body: bytes } = request;
    const verdict = await checkRequest({ operation, path: parameters, query, request, bytes }, checking);
    if (verdict.refusal !== undefined) {
      const made = refuse({ operation, request, refusal: verdict.refusal });
      return {
        answer: made.answer,
        operation: operation.id,
        findings: [...verdict.findings, ...made.findings],
      };
    }
    const made = make(operation, request);
    if (made.kind === "refused") return refused(made.refusal, verdict.findings);
    const callbacks = outgoing.callbacks(operation.place, {
      request,
      path: parameters,
      query,
      answer: made.answer,
    });
    const exchange = {
      answer: made.answer,
      operation: operation.id,
      findings: [...verdict.findings, ...made.findings],
    };
    if (callbacks.length === 0) return exchange;
    return { ...exchange, callbacks };
  };
  return { answer, operations: operations.length, webhooks: outgoing.webhooks };
}
