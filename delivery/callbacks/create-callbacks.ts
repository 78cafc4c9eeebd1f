import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { type Explanation, explain } from "../event-tests/explain.js";
import { readinessFor } from "../event-tests/preconditions.js";
import { syntheticEvent } from "../event-tests/synthetic-event.js";
import { checkTestRequest, type TestProblem, type TestRequest } from "../event-tests/test-request.js";
import {
  type CallbackOutcome,
  type CallbackParts,
  type CallbackRequest,
  type CallbackResult,
  callbackValidator,
  readInvocation,
} from "./invocation.js";
import { sendCallback } from "./send-callback.js";

/** The result of a test, which says nothing about real callbacks. */
export type CallbackTestOutcome =
  | (CallbackOutcome & Explanation & { readonly kind: "sent" })
  | { readonly kind: "blocked"; readonly problems: readonly TestProblem[] };

/** Callbacks, which an endpoint answers at once with a result. */
export interface Callbacks {
  /**
   * Sends one attempt and waits for its answer, as long as the protocol allows. It is never repeated, neither here nor after a crash: the
   * same event id is refused. Rejects with a `DeliveryError` or `StoreFailure` if nothing was sent.
   */
  readonly invoke: (request: CallbackRequest) => Promise<CallbackOutcome>;
  /** Everything that prevents a test now. */
  readonly problems: (request: TestRequest) => Promise<readonly TestProblem[]>;
  /** Sends one synthetic callback to the saved endpoint. Its result is only that of the test. */
  readonly test: (request: TestRequest) => Promise<CallbackTestOutcome>;
}

/** Callbacks of the endpoints. */
export function createCallbacks(context: DeliveryContext, parts: CallbackParts): Callbacks {
  const validate = callbackValidator(context);
  const types = context.protocol.callbacks?.eventTypes ?? [];
  const readiness = (request: TestRequest) => {
    checkTestRequest(request);
    const { tests } = parts;
    if (tests === undefined)
      throw new DeliveryError("delivery-options", "callbacks can't be tested without the option `tests`");
    return readinessFor(context, { ...tests, types }, request).then((ready) => ({ ready, tests }));
  };
  return {
    invoke: async (request) => sendCallback(context, parts, await readInvocation(context, request)),
    async problems(request) {
      const { ready } = await readiness(request);
      if (ready.kind === "blocked") return ready.problems;
      return [];
    },
    async test(request) {
      const { ready, tests } = await readiness(request);
      if (ready.kind === "blocked") return ready;
      const { application, endpoint } = ready;
      const { type } = request;
      const event = syntheticEvent({ ...context, validate }, tests, { application, type });
      const outcome = await sendCallback(context, parts, { endpoint, ...event });
      return { kind: "sent", ...outcome, ...explained(context, outcome.result) };
    },
  };
}

function explained({ protocol }: Pick<DeliveryContext, "protocol">, result: CallbackResult): Explanation {
  switch (result.kind) {
    case "answered":
      return { meaning: "the receiver answered with a result", checks: [] };
    case "unknown":
      if (result.reason === "answer-unreadable")
        return {
          meaning: "the receiver accepted it, but its answer isn't a JSON document of an allowed size",
          checks: ["the answer's Content-Type", "its body"],
        };
      return explain(protocol, { status: result.status, error: result.reason });
    case "unsent":
      return explain(protocol, { error: result.reason });
    case "refused":
      return explain(protocol, { status: result.status });
  }
}
