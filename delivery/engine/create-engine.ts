import { sql } from "kysely";
import { createOperationalPublisher, type OperationalEvents } from "../changes/operational-events.js";
import { createTelling } from "../changes/telling.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { CredentialSource } from "../ports.js";
import { createPublishing, type Publishing } from "../publish/create-publishing.js";
import { type RedeliverOptions, type RedeliverOutcome, redeliver } from "../redeliver.js";
import { isAmong } from "../store/batch.js";
import type { Store } from "../store/store.js";
import { createScheduler } from "./scheduler.js";
import type { AttemptSender } from "./sender.js";
import { avoidedNow } from "./state.js";

/** What an engine needs besides its context. */
interface EngineParts {
  readonly credentials: CredentialSource;
  readonly sender: AttemptSender;
  /** Attempts of an event. Default: the protocol's, or 8. */
  readonly maxAttempts?: number | undefined;
  /** Names this engine in leases, and no other that runs. Default: a new name. */
  readonly owner?: string | undefined;
  /** Default: nobody is told of changes. */
  readonly operationalEvents?: OperationalEvents | undefined;
}

/** Publishes and delivers. */
export interface Engine extends Publishing {
  /** Lets a failed delivery begin again. Rejects with `DeliveryError`. */
  readonly redeliver: (options: RedeliverOptions) => Promise<RedeliverOutcome>;
  /** Begins to deliver. */
  readonly start: () => void;
  /**
   * Begins no more attempts and waits for those under way, which are aborted at the deadline; writes their results and gives up the
   * leases. Default deadline: the time that an attempt may take, and a second.
   */
  readonly stop: (options?: { readonly deadlineMs?: number }) => Promise<void>;
  /** Says that something was published in a caller's transaction, which is committed now. Otherwise the next poll finds it. */
  readonly wake: () => void;
  /** Delivers all that is due and resolves when nothing is left. Rejects if the store fails, unless the engine is started. */
  readonly runDue: () => Promise<void>;
  /** When something is due next, in milliseconds since 1970; `undefined` if nothing waits. */
  readonly nextDueAt: () => Promise<number | undefined>;
  /** Attempts under way. */
  readonly underWay: () => number;
  /** How many endpoints wait because their application or their credentials can't be looked up. */
  readonly blockedEndpoints: () => number;
  /** When the engine last did all that the store asked for, in milliseconds since 1970; now unless it is started. */
  readonly lastPass: () => number | undefined;
}

/** Attempts of an event where the protocol doesn't say. */
const usualAttempts = 8;

/** Creates an engine that isn't started. Throws `DeliveryError` (`delivery-options`). */
export function createEngine(
  context: DeliveryContext,
  { credentials, sender, ...parts }: EngineParts,
): Engine {
  const { protocol, settings, store } = context;
  const maxAttempts = parts.maxAttempts ?? protocol.retries?.maxAttempts ?? usualAttempts;
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1)
    throw new DeliveryError("delivery-options", "`maxAttempts` must be a positive integer");
  // An attempt must end while its endpoint still belongs to this engine.
  if (settings.leaseMs < 2 * settings.timeoutMs)
    throw new DeliveryError("delivery-options", "`leaseMs` must be at least twice `timeoutMs`");
  if (settings.retryDelaysMs.length === 0 || settings.retryDelaysMs.some((delay) => !(delay >= 0)))
    throw new DeliveryError(
      "delivery-options",
      "`retryDelaysMs` must have at least one wait, and no negative one",
    );
  const { owner, operationalEvents } = parts;
  const onChanges = (): void => telling?.kick();
  const scheduler = createScheduler({ context, credentials, sender, owner, onChanges });
  const { wake, underWay, lastPass, blocked } = scheduler;
  const publishing = createPublishing({ context, maxAttempts, wake });
  const telling =
    operationalEvents === undefined
      ? undefined
      : createTelling(context, createOperationalPublisher(context, publishing, operationalEvents));
  return {
    ...publishing,
    async redeliver(request) {
      const outcome = await redeliver(context, request);
      wake();
      return outcome;
    },
    start() {
      scheduler.start();
      telling?.start();
    },
    wake,
    async runDue() {
      do await scheduler.runDue();
      while (await telling?.publishNoted());
    },
    underWay,
    lastPass,
    blockedEndpoints: () => blocked().size,
    async stop({ deadlineMs = settings.timeoutMs + 1000 } = {}) {
      await scheduler.stop(deadlineMs);
      await telling?.stop();
    },
    nextDueAt: () => nextDueAt(store, avoidedNow(blocked(), context.clock.now())),
  };
}

/**
 * When the engine has something to do next, in milliseconds since 1970; perhaps in the past. `undefined` if nothing waits. Some endpoints are
 * left alone until a time.
 */
async function nextDueAt(
  { db, dialect }: Store,
  avoided: readonly (readonly [string, number])[],
): Promise<number | undefined> {
  const greatest = sql.raw(dialect === "sqlite" ? "max" : "greatest");
  // Tests don't wait for a circuit to close.
  const hasTest = db
    .selectFrom("waiting as w")
    .select("w.sequence")
    .whereRef("w.endpoint_id", "=", sql.ref<string>("l.endpoint_id"))
    .where("w.kind", "=", sql.lit("test" as const));
  const closed = sql`case when exists ${hasTest} then 0 else l.open_until end`;
  const due = sql<number | null>`min(${greatest}(l.ready_at, ${closed}, l.lease_until))`;
  let lanes = db
    .selectFrom("lanes as l")
    .innerJoin("endpoints as e", "e.id", "l.endpoint_id")
    .select(due.as("due"))
    .where("e.state", "=", "active")
    .where("l.ready_at", "is not", null);
  const others = avoided.map(([endpointId]) => endpointId);
  if (others.length > 0)
    lanes = lanes.where(sql<boolean>`not (${isAmong(dialect, "l.endpoint_id", others)})`);
  const { due: first } = await lanes.executeTakeFirstOrThrow();
  let next = first ?? Number.POSITIVE_INFINITY;
  if (dialect === "postgres") {
    const { at } = await db
      .selectFrom("wakes")
      .select(({ fn }) => fn.min("at").as("at"))
      .executeTakeFirstOrThrow();
    next = Math.min(next, at ?? next);
  }
  for (const [, until] of avoided) next = Math.min(next, until);
  return Number.isFinite(next) ? next : undefined;
}
