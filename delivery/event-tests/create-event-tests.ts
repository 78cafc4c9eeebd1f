import type { DeliveryContext } from "../context.js";
import { showDelivery } from "../reading/show.js";
import { type Explanation, explain } from "./explain.js";
import type { EventTestParts, TestOutcome, TestProblem, TestRequest } from "./parts.js";
import { configurationChanged, type Readiness, readinessFor } from "./preconditions.js";
import { queueTest } from "./queue-test.js";
import { checkTestRequest, testableTypes } from "./request.js";
import { syntheticEvent } from "./synthetic-event.js";

/** How a test ended, as the delivery log has it. */
export type TestResult = {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly correlationId: string | undefined;
} & (
  | { readonly kind: "waiting" }
  | (Explanation & {
      readonly kind: "confirmed" | "failed";
      readonly status: number | undefined;
      readonly error: string | undefined;
    })
  /** The endpoint was revoked before. */
  | { readonly kind: "cancelled" }
);

/** Tests of endpoints with synthetic events. */
export interface EventTests {
  /** The events that can be tested. */
  readonly types: readonly string[];
  /** Everything that prevents a test now; empty if it is possible. */
  readonly problems: (request: TestRequest) => Promise<readonly TestProblem[]>;
  /**
   * Queues one attempt with the saved endpoint and its active credentials. Rejects with `delivery-options`, and with `event-invalid`
   * if the synthetic event breaks the contract.
   */
  readonly run: (request: TestRequest) => Promise<TestOutcome>;
  /** How a test of an application ended; undefined if there is none of this delivery id. */
  readonly result: (application: string, deliveryId: string) => Promise<TestResult | undefined>;
}

type Context = Pick<
  DeliveryContext,
  "protocol" | "store" | "directory" | "clock" | "random" | "validate" | "observer" | "settings"
>;

/** Tests of endpoints. Throws `delivery-options`. */
export function createEventTests(context: Context, parts: EventTestParts): EventTests {
  const types = testableTypes(parts);
  const readiness = (request: TestRequest) => {
    checkTestRequest(request);
    return readinessFor(context, { ...parts, types }, request);
  };
  return {
    types,
    async problems(request) {
      const ready = await readiness(request);
      return ready.kind === "blocked" ? ready.problems : [];
    },
    async run(request) {
      const ready = await readiness(request);
      if (ready.kind === "blocked") return ready;
      const { application, endpoint } = ready;
      const event = syntheticEvent(context, parts, { application, type: request.type });
      const deliveryId = `delivery_${Buffer.from(context.random(16)).toString("hex")}`;
      const { id: endpointId, revision } = endpoint;
      const to = { deliveryId, endpointId, application: application.id, revision };
      if (!(await queueTest(context, event, to))) return blockedNow(await readiness(request));
      parts.wake?.();
      return { kind: "queued", deliveryId, eventId: event.eventId, correlationId: event.correlationId };
    },
    async result(application, deliveryId) {
      const found = await showDelivery(context.store, deliveryId);
      if (found === undefined || found.kind !== "test" || found.application !== application) return undefined;
      const { eventId, correlationId, state, status, error } = found;
      const ids = { deliveryId, eventId, correlationId };
      if (state === "pending" || state === "sending") return { ...ids, kind: "waiting" };
      if (state === "cancelled") return { ...ids, kind: "cancelled" };
      const kind = state === "delivered" ? "confirmed" : "failed";
      return { ...ids, kind, status, error, ...explain(context.protocol, { status, error }) };
    },
  };
}

/** What prevents a test whose endpoint changed while it was made, even if it has changed back. */
function blockedNow(readiness: Readiness): TestOutcome {
  return readiness.kind === "blocked" ? readiness : { kind: "blocked", problems: [configurationChanged] };
}
