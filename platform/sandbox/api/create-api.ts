import { type ApiAnswer, answerProblem, denialAnswer, responseOf } from "./api-answer.js";
import type { ApiOptions } from "./api-options.js";
import { bearerToken } from "./request/bearer-token.js";
import { defaultBases, requestAddress } from "./request/request-address.js";
import { createServing, type Served } from "./serve-request.js";

/** The API of both environments. */
export interface Api {
  /** Answers a request, whatever it is; it never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
}

/**
 * The routes of the contract: each request is validated and goes through every check in order, the log explains it, and its answer is validated, too.
 * An answer of ours that breaks the contract is a 500 and a failure in the log.
 */
export function createApi(options: ApiOptions): Api {
  const { clock, choices, log, requestPrefix } = options;
  const {
    bases = defaultBases,
    realNow = Date.now,
    elapsed = () => performance.now(),
    onFailure = () => {},
  } = options;
  const serve = createServing(options);
  let requests = 0;
  return {
    async handle(request) {
      const started = elapsed();
      const [at, realAt] = [clock.now(), realNow()];
      const requestId = `${requestPrefix}_${++requests}`;
      const address = requestAddress(request.url, bases);
      const presented = bearerToken(request.headers.get("authorization"));
      const served: Served = { runs: [] };
      let answer: ApiAnswer | undefined;
      let failure: string | undefined;
      try {
        answer = await serve({ request, requestId, address, presented }, served);
        failure = served.route && answerProblem(served.route.id, answer);
        if (failure !== undefined) onFailure(new TypeError(failure));
      } catch (error) {
        // Its message may contain what somebody sent, so the log has only its name.
        failure = error instanceof Error ? error.name : "unknown";
        onFailure(error);
      }
      const sent =
        answer === undefined || failure !== undefined
          ? denialAnswer(choices, "failed", { requestId })
          : answer;
      log.add({
        id: requestId,
        at,
        realAt,
        durationMs: elapsed() - started,
        method: request.method,
        path: address.path,
        token: typeof presented === "string" ? presented : undefined,
        environment: address.environment,
        route: served.route,
        claims: served.claims,
        status: sent.status,
        runs: served.runs,
        command: served.command,
        failure,
      });
      return responseOf(sent, { header: choices.request_id_header, requestId });
    },
  };
}
