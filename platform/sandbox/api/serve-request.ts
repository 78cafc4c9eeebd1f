import { matchRoutes, type RouteMatch } from "@oipkit/runtime/routes";
import { actions } from "./actions/actions.js";
import { type ApiAnswer, denialAnswer } from "./api-answer.js";
import type { ApiOptions } from "./api-options.js";
import { type ApiRoute, apiRoutes, type OperationId } from "./api-route.js";
import { orderedChecks } from "./checks/ordered-checks.js";
import { type CheckRun, runChecks } from "./checks/run-checks.js";
import type { CheckContext, TokenProblem } from "./context.js";
import { createContext } from "./create-context.js";
import type { DenialCode } from "./denial.js";
import type { CommandRun } from "./log/log-entry.js";
import { perform } from "./perform.js";
import { createQuotas } from "./quota.js";
import { readBody } from "./request/read-body.js";
import { readParameters } from "./request/read-parameters.js";
import type { RequestAddress } from "./request/request-address.js";
import type { BodyReading } from "./request/request-content.js";
import type { TokenClaims } from "./verified-token.js";

/** A request with what was read of it already. */
export interface Incoming {
  readonly request: Request;
  readonly requestId: string;
  readonly address: RequestAddress;
  /** The token, or what is wrong with it. */
  readonly presented: string | TokenProblem;
}

/** How a request was served; the members are filled in on the way, so that a failure loses none of them. */
export interface Served {
  route?: ApiRoute;
  claims?: TokenClaims;
  runs: readonly CheckRun[];
  command?: "not-reached" | CommandRun | undefined;
}

/** Serves a request: route, token, content, checks, and what was asked for. */
export type ServeRequest = (incoming: Incoming, served: Served) => Promise<ApiAnswer>;

const noBody: BodyReading = { kind: "none" };

/** The way of a request, up to its answer, which is still to be checked. */
export function createServing({ world, clock, verify, commerce, choices }: ApiOptions): ServeRequest {
  const match = matchRoutes(apiRoutes);
  const quotas = createQuotas();

  const tokenOf = async (presented: string | TokenProblem): Promise<TokenClaims | TokenProblem> => {
    if (typeof presented !== "string") return presented;
    const verified = await verify(presented);
    return "problem" in verified ? { kind: "refused", problem: verified.problem } : verified;
  };

  return async ({ request, requestId, address, presented }, served) => {
    const found = match(request.method, address.path);
    if (found.kind !== "route")
      return unrouted(found, (code, headers) => denialAnswer(choices, code, { requestId, headers }));
    const { route } = found;
    served.route = route;
    const action = actions[route.id as OperationId];
    if (action.work.kind === "command") served.command = "not-reached";
    const token = await tokenOf(presented);
    if (!("kind" in token)) served.claims = token;
    const source = { path: found.parameters, query: address.query, headers: request.headers };
    // Without a valid token, nothing is read that somebody sends.
    const body = "kind" in token ? noBody : await readBody(request, route, choices.max_body_bytes);
    const context = createContext({
      view: world.view,
      now: clock.now(),
      environment: address.environment,
      route,
      action,
      content: { ...readParameters(route, source), body },
      token,
      commerce,
      quotas,
    });
    const { runs, denial } = runChecks(orderedChecks, context);
    served.runs = runs;
    if (denial !== undefined)
      return denialAnswer(choices, denial.code, { requestId, ...detailsOf(denial.code, context) });
    if (context.permission !== undefined) quotas.count(context.permission.id);
    const { answer, command } = await perform(action, context, { world, commerce, choices });
    served.command = command;
    if (answer.kind === "done") return answer.answer;
    const { status, code, message } = answer;
    return { status, body: { code, message, request_id: requestId } };
  };
}

function unrouted(
  found: Exclude<RouteMatch, { kind: "route" }>,
  answer: (code: DenialCode, headers?: Readonly<Record<string, string>>) => ApiAnswer,
): ApiAnswer {
  if (found.kind === "malformed") return answer("path-malformed");
  if (found.kind === "none") return answer("route-unknown");
  return answer("method-not-allowed", { allow: found.allowed.join(", ") });
}

/** What a caller needs to know besides the code. */
function detailsOf(code: DenialCode, { content, quota, now }: CheckContext) {
  if (code === "parameter-malformed") return { violations: content.parameterProblems };
  if (code === "body-invalid" && content.body.kind === "json") return { violations: content.body.problems };
  if (code === "quota-exceeded")
    return { headers: { "retry-after": String(Math.max(1, Math.ceil((quota.until - now) / 1000))) } };
  return {};
}
