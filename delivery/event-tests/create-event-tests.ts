import { sql } from "kysely";
import type { DeliveryContext } from "../context.js";
import { presentTraceparent } from "../observer.js";
import { showDelivery } from "../reading/records.js";
import { publicationLock } from "../store/locks.js";
import { type Explanation, explain } from "./explain.js";
import { configurationChanged, type Readiness, readinessFor } from "./preconditions.js";
import { type SyntheticEvent, syntheticEvent } from "./synthetic-event.js";
import {
  checkTestRequest,
  type EventTestParts,
  type TestOutcome,
  type TestProblem,
  type TestRequest,
  testableTypes,
} from "./test-request.js";

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

type EventTestContext = Pick<
  DeliveryContext,
  "protocol" | "store" | "directory" | "clock" | "random" | "validate" | "observer" | "settings"
>;

/** Tests of endpoints. Throws `delivery-options`. */
export function createEventTests(context: EventTestContext, parts: EventTestParts): EventTests {
  const types = testableTypes(parts);
  const readiness = (request: TestRequest) => {
    checkTestRequest(request);
    return readinessFor(context, { ...parts, types }, request);
  };
  return {
    types,
    async problems(request) {
      const ready = await readiness(request);
      if (ready.kind === "blocked") return ready.problems;
      return [];
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
  if (readiness.kind === "blocked") return readiness;
  return { kind: "blocked", problems: [configurationChanged] };
}

type QueueContext = Pick<DeliveryContext, "protocol" | "store" | "clock" | "observer">;

/** Where a test goes. */
interface TestTarget {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly application: string;
  /** Of the configuration that was looked at. */
  readonly revision: number;
}

/**
 * Puts a test into its endpoint's queue, for one attempt. Returns false, and writes nothing, if the endpoint was saved, paused or revoked
 * meanwhile. Rejects with a `StoreFailure`.
 */
async function queueTest(
  { protocol, store, clock, observer }: QueueContext,
  event: SyntheticEvent,
  to: TestTarget,
): Promise<boolean> {
  const now = clock.now();
  const trace = presentTraceparent(observer);
  const { eventId: event_id, eventType: event_type } = event;
  return store.transact(async (db) => {
    const same = db
      .selectFrom("endpoints")
      .select("id")
      .where("id", "=", to.endpointId)
      .where("revision", "=", to.revision)
      .where("state", "=", "active");
    // Nobody changes it before this is committed.
    const found = store.dialect === "postgres" ? same.forShare() : same;
    if ((await found.executeTakeFirst()) === undefined) return false;
    await publicationLock(store.dialect).share(db, [to.endpointId]);
    await db
      .insertInto("events")
      .values({
        event_id,
        event_type,
        kind: "test",
        content: event.content,
        created_at: now,
        correlation_id: event.correlationId,
        trace,
      })
      .execute();
    await db
      .insertInto("deliveries")
      .values({
        id: to.deliveryId,
        endpoint_id: to.endpointId,
        application: to.application,
        event_id,
        event_type,
        kind: "test",
        bytes: Buffer.byteLength(event.content),
        state: "pending",
        attempts: 0,
        max_attempts: protocol.retries?.testAttempts ?? 1,
        due_at: now,
        created_at: now,
        status: null,
        error: null,
        settled_at: null,
        redeliveries: 0,
      })
      .execute();
    await db
      .insertInto("lanes")
      .values({
        endpoint_id: to.endpointId,
        ready_at: now,
        lease_until: 0,
        failures: 0,
        open_until: 0,
        lost: 0,
      })
      .onConflict((conflict) =>
        conflict.column("endpoint_id").doUpdateSet({
          ready_at: sql<number>`case when lanes.ready_at <= ${now} then lanes.ready_at else ${now} end`,
        }),
      )
      .execute();
    return true;
  });
}
