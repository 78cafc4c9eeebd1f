import type { Answer, IncomingRequest } from "../ports/answer.js";
import { RequestAborted } from "../ports/request-aborted.js";
import { type ProbeSender, refusalOf } from "./admission.js";
import { answerOperation, type ProbeAnswer, problem } from "./answers.js";
import { operationOf } from "./operation.js";
import type { ProbeOptions } from "./options.js";
import type { ProbeState } from "./state.js";

/** A request to a probe. */
export interface ProbeRequest extends IncomingRequest, Pick<ProbeSender, "remoteAddress"> {
  /** The path with its query, as received. */
  readonly target: string;
}

/** Answers requests to a probe. Never rejects. */
export type Respond = (request: ProbeRequest) => Promise<Answer>;

/** The function that answers requests, as the options allow. */
export function responder<Transaction>(
  state: ProbeState<Transaction>,
  options: Pick<ProbeOptions, "peers" | "hosts"> & { readonly onFault: (fault: unknown) => void },
): Respond {
  const answer = async (request: ProbeRequest): Promise<ProbeAnswer> => {
    const refusal = refusalOf(request, options);
    if (refusal !== undefined) return problem(403, refusal);
    const operation = operationOf(request.method, request.target);
    if (operation === undefined) return problem(404, "the probe has no such operation");
    try {
      return await answerOperation(state, operation, request.readBody);
    } catch (fault) {
      if (fault instanceof RequestAborted) return problem(400, "the body is incomplete");
      options.onFault(fault);
      return problem(500, operation.kind === "restart" ? "the restart failed" : "the store is not available");
    }
  };
  return async (request) => asAnswer(await answer(request));
}

function asAnswer({ status, value }: ProbeAnswer): Answer {
  if (value === undefined) return { status, headers: {}, body: "" };
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}
