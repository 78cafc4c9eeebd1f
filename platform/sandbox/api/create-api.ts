import { matchRoutes, type RouteMatch } from "@oipkit/runtime/routes";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { SandboxApi } from "../generated/schemas.js";
import type { World } from "../world/world.js";
import type { ApiAction } from "./action.js";
import { type ApiAnswer, answerProblem, answerResponse, denialAnswer } from "./api-answer.js";
import {
  type ApiBases,
  type ApiOperationId,
  type ApiRoute,
  apiRoutes,
  defaultBases,
  type RequestAddress,
  requestAddress,
} from "./api-route.js";
import { type CheckRun, type DenialCode, type Denied, runChecks } from "./checks/check.js";
import { orderedChecks } from "./checks/ordered-checks.js";
import type { ApiCommerce } from "./commerce-port.js";
import {
  type BearerProblem,
  type CheckContext,
  createQuotas,
  type TokenClaims,
  type VerifyToken,
} from "./context.js";
import { createContext } from "./create-context.js";
import type { CommandRun } from "./log/log-entry.js";
import type { RequestLog } from "./log/request-log.js";
import { perform } from "./perform.js";
import { createAccessSnapshot, listProducts } from "./product-actions.js";
import { type BodyReading, readBody, readParameters } from "./request-content.js";
import {
  cancelSubscription,
  changeSubscriptionPlan,
  createCheckoutSession,
  getOperation,
  getSubscription,
  listSubscriptions,
} from "./subscription-actions.js";

/** The API of both environments. */
export interface PlatformApi {
  /** Answers a request, whatever it is; it never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
}

/**
 * The routes of the contract: each request is validated and goes through every check in order, the log explains it, and its answer is validated, too.
 * An answer of ours that breaks the contract is a 500 and a failure in the log.
 */
export function createApi(options: PlatformApiOptions): PlatformApi {
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
      const requestId = `${requestPrefix()}_${++requests}`;
      const address = requestAddress(request.url, bases);
      const presented = bearerToken(request.headers.get("authorization"));
      const served: Served = { runs: [] };
      let answer: ApiAnswer | undefined;
      let failure: string | undefined;
      try {
        const made = await serve({ request, requestId, address, presented }, served);
        failure = served.route && answerProblem(served.route.id, made);
        if (failure === undefined) answer = made;
        else onFailure(new TypeError(failure));
      } catch (error) {
        // Its message may contain what somebody sent, so the log has only its name.
        failure = error instanceof Error ? error.name : "unknown";
        onFailure(error);
      }
      const sent = answer ?? denialAnswer(choices, "failed", { requestId });
      const unreadState = request.body === null ? "none" : "unread";
      log.add({
        id: requestId,
        at,
        realAt,
        durationMs: Math.max(0, elapsed() - started),
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
        bodies: {
          request: served.bytes ?? unreadState,
          answer: sent.body,
        },
      });
      return answerResponse(sent, { header: choices.request_id_header, requestId });
    },
  };
}

/** A request with what was read of it already. */
interface Incoming {
  readonly request: Request;
  readonly requestId: string;
  readonly address: RequestAddress;
  /** The token, or what is wrong with it. */
  readonly presented: string | BearerProblem;
}

/** How a request was served; the members are filled in on the way, so that a failure loses none of them. */
interface Served {
  route?: ApiRoute;
  claims?: TokenClaims;
  runs: readonly CheckRun[];
  command?: "not-reached" | CommandRun | undefined;
  /** The body, if it was read. */
  bytes?: Uint8Array;
}

/** Serves a request: route, token, content, checks, and what was asked for. */
type ServeRequest = (incoming: Incoming, served: Served) => Promise<ApiAnswer>;

const noBody: BodyReading = { kind: "none" };

/** The way of a request, up to its answer, which is still to be checked. */
function createServing({ world, clock, verify, commerce, choices }: PlatformApiOptions): ServeRequest {
  const match = matchRoutes(apiRoutes);
  const quotas = createQuotas();

  const verifyToken = async (presented: string | BearerProblem): Promise<TokenClaims | BearerProblem> => {
    if (typeof presented !== "string") return presented;
    const verified = await verify(presented);
    if ("problem" in verified) return { kind: "refused", problem: verified.problem };
    return verified;
  };

  return async ({ request, requestId, address, presented }, served) => {
    const found = match(request.method, address.path);
    if (found.kind !== "route")
      return unrouted(found, (code, headers) => denialAnswer(choices, code, { requestId, headers }));
    const { route } = found;
    served.route = route;
    const action = actions[route.id as ApiOperationId];
    if (action.work.kind === "command") served.command = "not-reached";
    const token = await verifyToken(presented);
    if (!("kind" in token)) served.claims = token;
    const source = { path: found.parameters, query: address.query, headers: request.headers };
    const onBytes = (bytes: Uint8Array): void => {
      served.bytes = bytes;
    };
    // Without a valid token, nothing is read that somebody sends.
    const body =
      "kind" in token
        ? noBody
        : await readBody(request, route, { maxBytes: choices.max_body_bytes, onBytes });
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
      return denialAnswer(choices, denial.code, { requestId, ...denialDetails(denial, context) });
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
function denialDetails(
  { code, reason }: Pick<Denied, "code" | "reason">,
  { content, quota, now }: CheckContext,
) {
  // Of the caller's own resource.
  if (code === "resource-state") return { reason };
  if (code === "parameter-malformed") return { violations: content.parameterProblems };
  if (code === "body-invalid" && content.body.kind === "json") return { violations: content.body.problems };
  if (code === "quota-exceeded")
    return { headers: { "retry-after": String(Math.max(1, Math.ceil((quota.until - now) / 1000))) } };
  return {};
}

/** What the API is made of. */
export interface PlatformApiOptions {
  readonly world: Pick<World, "view" | "run">;
  readonly clock: Pick<SandboxClock, "now">;
  readonly verify: VerifyToken;
  readonly commerce: ApiCommerce;
  /** Codes and statuses of denials, sizes, lifetimes. */
  readonly choices: SandboxApi;
  readonly log: RequestLog;
  /** What request ids begin with; different after each start and each restored snapshot, so that no id of the log is used twice. */
  readonly requestPrefix: () => string;
  /** Default: the sandbox at the root, production below `/production`. */
  readonly bases?: ApiBases | undefined;
  /** The real time in milliseconds since 1970. Default: `Date.now`. */
  readonly realNow?: (() => number) | undefined;
  /** A clock of milliseconds for durations. Default: `performance.now`. */
  readonly elapsed?: (() => number) | undefined;
  /** Told of what a caller sees only as 500. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/** How each operation of the contract is served; one that is missing doesn't compile. */
const actions: Readonly<Record<ApiOperationId, ApiAction>> = {
  listProducts,
  createCheckoutSession,
  getOperation,
  listSubscriptions,
  getSubscription,
  cancelSubscription,
  changeSubscriptionPlan,
  createAccessSnapshot,
};

/** Longer ones aren't verified: a token of an issuer of the sandbox has less than a kilobyte (guessed: eight times as much). */
const longestToken = 8192;

/** The token of an `authorization` header, or what is wrong with the header. */
function bearerToken(authorization: string | null): string | BearerProblem {
  if (authorization === null || authorization === "") return { kind: "missing" };
  if (authorization.length > longestToken) return { kind: "malformed" };
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1] ?? { kind: "malformed" };
}
