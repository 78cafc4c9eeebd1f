import { matchRoutes } from "@oipkit/runtime/routes";
import { routes } from "../generated/sandbox/routes.js";
import { handlersOf } from "./handlers-of.js";
import type { OperationId } from "./operation.js";
import type { SandboxParts } from "./parts.js";
import { readCall } from "./read-call.js";
import { refusalOf } from "./refusal-of.js";

/** Answers a request of the control, whose path is the one below the control's base URL. */
export type Control = (request: Request) => Promise<Response>;

type Route = (typeof routes)[number];
type AnyHandler = (call: object) => unknown;

/** The control of a sandbox. Who may ask is the server's decision. */
export function createControl(parts: SandboxParts): Control {
  const match = matchRoutes<Route>(routes);
  const handlers = handlersOf(parts) as Readonly<Record<OperationId, AnyHandler>>;
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
        return refused(405, { code: "method-unknown", message });
      }
    }
    try {
      const { route, parameters } = found;
      const call = await readCall(request, { route, parameters, query: searchParams });
      if ("problems" in call) return refused(400, call);
      return answerOf(route, await handlers[route.id](call));
    } catch (error) {
      const { status, ...refusal } = refusalOf(error);
      if (status >= 500) {
        const data = { operation: found.route.id, error: describe(error) };
        parts.log.write({ kind: "failure", message: "the control failed", data });
      }
      return refused(status, refusal);
    }
  };
}

function answerOf({ answers }: Route, result: unknown): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204 });
  return Response.json(result, { status: "201" in answers ? 201 : 200 });
}

function refused(status: number, refusal: object): Response {
  return Response.json(refusal, { status });
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
