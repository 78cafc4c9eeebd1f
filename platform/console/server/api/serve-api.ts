import { timingSafeEqual } from "node:crypto";
import { matchRoutes, type RouteMatch } from "@oipkit/runtime/routes";
import { routes } from "../../generated/console/routes.js";
import { ConsoleRefusal, signInRequired } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { applicationHandlers } from "../handlers/applications.js";
import { clockHandlers, customerHandlers } from "../handlers/customers.js";
import { deliveryHandlers } from "../handlers/deliveries.js";
import { healthHandlers } from "../handlers/health.js";
import { productHandlers } from "../handlers/products.js";
import { requestHandlers } from "../handlers/requests.js";
import { sessionHandlers } from "../handlers/session.js";
import { subscriptionHandlers } from "../handlers/subscriptions.js";
import { testHandlers } from "../handlers/tests.js";
import { operationHandlers, webhookHandlers } from "../handlers/webhook.js";
import type { Cookies } from "../headers.js";
import { liveHandlers } from "../live-handlers.js";
import { tokenKeeper } from "../serve-sign-in.js";
import type { StoredSession } from "../sessions.js";
import { readViewer } from "../viewer.js";
import type { Handlers, OperationId } from "./operation.js";
import { readCall } from "./read-call.js";

/** Where the API is. */
export const apiPath = "/console/api";

type ApiRoute = (typeof routes)[number];
type AnyHandler = (call: object) => unknown;

/** Commands that the control itself does only once with the same id. */
const repeatable: ReadonlySet<string> = new Set<OperationId>([
  "saveWebhook",
  "rotateCredential",
  "redeliver",
  "redeliverFailed",
  "forwardToSupport",
  "requestAccess",
]);

/** Answers requests of `contracts/console.openapi.yaml`. */
export function apiServer(
  context: ConsoleContext,
  cookies: Cookies,
): (request: Request) => Promise<Response> {
  const match = matchRoutes<ApiRoute>(routes);
  const handlers = createHandlers(context) as Handlers<never> as Readonly<Record<string, AnyHandler>>;
  const session = sessionHandlers(context, cookies);
  const keepFresh = tokenKeeper(context);

  const answer = async (request: Request): Promise<Response> => {
    refuseForeign(request, context.origin);
    const { pathname, searchParams: query } = new URL(request.url);
    const { route, parameters } = routed(match(request.method, pathname.slice(apiPath.length)));
    const cookie = cookies.read(request.headers, cookies.session);
    const open = await context.sessions.find(cookie);
    if (route.id === "readSession") return session.read(open);
    if (open === undefined) throw signInRequired();
    refuseOtherPage(request, open.session, context.sessions.accountEpoch(open.session.person));
    if (route.id === "signOut") return session.signOut(open);
    await keepFresh(open);
    const viewer = await readViewer(context, open);
    const { text, ...asked } = await readCall(request, { route, parameters, query });
    const operationId = request.headers.get("operation-id") ?? "";
    const lastEventId = request.headers.get("last-event-id") ?? undefined;
    const call = { ...asked, viewer, operationId, lastEventId, signal: request.signal };
    const handler = handlers[route.id];
    if (handler === undefined) throw unknownPath();
    const work = async () => (await handler(call)) as object;
    const isCommand = operationId !== "" && isUnsafe(request);
    const command = {
      person: viewer.person.person_id,
      id: operationId,
      operation: route.id,
      content: `${pathname}\n${text}`,
      isRepeatable: repeatable.has(route.id),
    };
    const result = await (isCommand ? context.commands.run(command, work) : work());
    if (result instanceof Response) return result;
    return Response.json(result, { status: "201" in route.answers ? 201 : 200 });
  };

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const refusal = error instanceof ConsoleRefusal ? error : failed(context, error);
      const body = refusal.toAnswer();
      // A command that a dependency didn't answer may have been done.
      const outcome_unknown = body.outcome_unknown || (refusal.status >= 500 && isUnsafe(request));
      return Response.json({ ...body, outcome_unknown }, { status: refusal.status });
    }
  };
}

function routed(found: RouteMatch<ApiRoute>) {
  switch (found.kind) {
    case "route":
      return found;
    case "none":
      throw unknownPath();
    case "malformed":
      throw new ConsoleRefusal(
        { status: 400, code: "path-malformed" },
        "A part of the path isn't valid UTF-8.",
      );
    case "other-method": {
      const methods = found.allowed.join(", ");
      throw new ConsoleRefusal({ status: 405, code: "method-unknown" }, `This path takes only ${methods}.`);
    }
  }
}

const unknownPath = (): ConsoleRefusal =>
  new ConsoleRefusal({ status: 404, code: "path-unknown" }, "The Console has no such path.");

function failed(context: ConsoleContext, error: unknown): ConsoleRefusal {
  context.onFailure(error);
  return new ConsoleRefusal({ status: 500, code: "failed" }, "The Console failed.", {
    remedy: "Try again; the sandbox's log says more.",
    retryable: true,
  });
}

/** A handler for each operation of somebody who is signed in; those of the session itself are answered before. */
function createHandlers(context: ConsoleContext): Handlers<Exclude<OperationId, "readSession" | "signOut">> {
  return {
    ...operationHandlers(context),
    ...liveHandlers(context),
    ...applicationHandlers(context),
    ...productHandlers(context),
    ...webhookHandlers(context),
    ...healthHandlers(context),
    ...testHandlers(context),
    ...deliveryHandlers(context),
    ...requestHandlers(context),
    ...customerHandlers(context),
    ...subscriptionHandlers(context),
    ...clockHandlers(context),
  };
}

/** Methods that change nothing. */
const safe: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Whether a request may change something. */
const isUnsafe = ({ method }: Pick<Request, "method">): boolean => !safe.has(method);

/** Refuses a request that a page of another origin makes a browser send. Throws `origin-foreign`. */
function refuseForeign({ headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const from = headers.get("origin");
  const isForeign =
    (site !== null && site !== "same-origin" && site !== "none") || (from !== null && from !== origin);
  if (isForeign)
    throw new ConsoleRefusal(
      { status: 403, code: "origin-foreign" },
      "Requests of other origins are refused.",
      {
        remedy: "Open the Console at its own address.",
      },
    );
}

/**
 * Refuses a request of a page that belongs to another session: `account-changed` if it names another account's epoch, `csrf-refused` if it changes
 * something without the session's token.
 */
function refuseOtherPage(request: Request, { csrfToken }: StoredSession, epoch: string): void {
  const named = request.headers.get("x-console-epoch");
  if (named !== null && named !== epoch)
    throw new ConsoleRefusal({ status: 409, code: "account-changed" }, "Another account has signed in.", {
      remedy: "Everything of the account before is cleared. Read the session again.",
      clause: "§5.6",
    });
  if (isUnsafe(request) && !isSame(request.headers.get("x-csrf-token") ?? "", csrfToken))
    throw new ConsoleRefusal(
      { status: 403, code: "csrf-refused" },
      "The request's CSRF token isn't this session's.",
      {
        remedy: "Read the session again, then confirm again.",
      },
    );
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
