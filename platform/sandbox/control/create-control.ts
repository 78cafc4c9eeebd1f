import { routes } from "@oipkit/console/control/routes.js";
import { DeliveryError, type DeliveryErrorCode } from "@oipkit/delivery";
import { OipkitError } from "@oipkit/runtime/errors";
import { matchRoutes } from "@oipkit/runtime/routes";
import { Refusal } from "../platform/draft.js";
import { SandboxError, type SandboxErrorCode } from "../world/errors.js";
import { applicationHandlers } from "./handlers/applications.js";
import { commerceHandlers, lifecycleHandlers } from "./handlers/commerce.js";
import { deliveryHandlers, signatureHandlers } from "./handlers/deliveries.js";
import { factHandlers } from "./handlers/facts.js";
import { healthHandlers } from "./handlers/health.js";
import { logHandlers, requestHandlers } from "./handlers/logs.js";
import { organizationClockHandlers } from "./handlers/organization-clocks.js";
import { peopleHandlers } from "./handlers/people.js";
import { permissionHandlers } from "./handlers/permissions.js";
import { clockHandlers, stateHandlers } from "./handlers/state.js";
import { stressHandlers } from "./handlers/stress.js";
import { supportHandlers } from "./handlers/support.js";
import { eventTypeHandlers, triggerHandlers } from "./handlers/trigger.js";
import { credentialHandlers, webhookHandlers, webhookTestHandlers } from "./handlers/webhook.js";
import type { Handlers, OperationId, Schemas } from "./operation.js";
import type { SandboxParts } from "./parts.js";
import { readCall } from "./read-call.js";

/** Answers a request of the control, whose path is the one below the control's base URL. */
type Control = (request: Request) => Promise<Response>;

type Route = (typeof routes)[number];
type AnyHandler = (call: object) => unknown;

/** The control of a sandbox. Who may ask is the server's decision. */
export function createControl(parts: SandboxParts): Control {
  const match = matchRoutes<Route>(routes);
  const handlers = createHandlers(parts) as Readonly<Record<OperationId, AnyHandler>>;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const found = match(request.method, pathname);
    switch (found.kind) {
      case "none":
        return refused(404, { code: "path-unknown", message: "the control has no such path" });
      case "malformed":
        return refused(400, { code: "path-malformed", message: "a part of the path isn't valid UTF-8" });
      case "other-method": {
        const message = `this path takes only ${found.allowed.join(", ")}`;
        const headers = { allow: found.allowed.join(", ") };
        return Response.json({ code: "method-unknown", message }, { status: 405, headers });
      }
    }
    try {
      const { route, parameters } = found;
      const call = await readCall(request, { route, parameters, query: searchParams });
      if ("problems" in call) return refused(400, call);
      return answerResponse(route, await handlers[route.id](call));
    } catch (error) {
      const { status, ...refusal } = refusedAnswer(error);
      if (status >= 500) {
        const data = { operation: found.route.id, error: describe(error) };
        parts.log.write({ kind: "failure", message: "the control failed", data });
      }
      return refused(status, refusal);
    }
  };
}

function answerResponse({ answers }: Route, result: unknown): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204 });
  return Response.json(result, { status: "201" in answers ? 201 : 200 });
}

function refused(status: number, refusal: object): Response {
  return Response.json(refusal, { status });
}

function describe(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}

/** A handler for each operation of the contract. */
function createHandlers(parts: SandboxParts): Handlers {
  return {
    ...stateHandlers(parts),
    ...logHandlers(parts),
    ...clockHandlers(parts),
    ...organizationClockHandlers(parts),
    ...applicationHandlers(parts),
    ...permissionHandlers(parts),
    ...peopleHandlers(parts),
    ...factHandlers(parts),
    ...commerceHandlers(parts),
    ...eventTypeHandlers(parts),
    ...lifecycleHandlers(parts),
    ...triggerHandlers(parts),
    ...stressHandlers(parts),
    ...webhookHandlers(parts),
    ...healthHandlers(parts),
    ...credentialHandlers(parts),
    ...webhookTestHandlers(parts),
    ...deliveryHandlers(parts),
    ...signatureHandlers(parts),
    ...requestHandlers(parts),
    ...supportHandlers(parts),
  };
}

/** How a refusal leaves the control. */
type RefusedAnswer = Schemas["Refusal"] & { readonly status: number };

const statuses = { missing: 404, conflict: 409, invalid: 422 } as const;

/** What isn't `invalid`. */
const kinds: Partial<Readonly<Record<DeliveryErrorCode, keyof typeof statuses>>> = {
  "application-unknown": "missing",
  "endpoint-missing": "missing",
  "event-unknown": "missing",
  "delivery-unknown": "missing",
  "credential-missing": "missing",
  "application-inactive": "conflict",
  "endpoint-state": "conflict",
  "credential-state": "conflict",
  "delivery-state": "conflict",
  "event-conflict": "conflict",
  "operation-conflict": "conflict",
  "precondition-failed": "conflict",
  "revision-conflict": "conflict",
  "type-not-granted": "conflict",
};

/** What is wrong with a snapshot that was sent; the database itself was checked when it was opened. */
const ofSnapshots: readonly SandboxErrorCode[] = ["snapshot-invalid", "sandbox-version"];

/** The answer to an error. What isn't expected shows nothing of itself. */
function refusedAnswer(error: unknown): RefusedAnswer {
  if (error instanceof Refusal) {
    const { kind, code, message, clause } = error;
    return { status: statuses[kind], code, message, ...(clause !== undefined && { clause }) };
  }
  if (error instanceof DeliveryError) {
    const { code, message } = error;
    const details = { ...error.details };
    const known = Object.keys(details).length > 0 && { details };
    return { status: statuses[kinds[code] ?? "invalid"], code, message, ...known };
  }
  if (error instanceof SandboxError && ofSnapshots.includes(error.code))
    return { status: statuses.invalid, code: error.code, message: error.message };
  // A store that can't be reached, or a data file that is wrong: their messages are for people.
  if (error instanceof OipkitError) return { status: 503, code: error.code, message: error.message };
  return { status: 500, code: "failed", message: "the sandbox failed; its log says why" };
}
