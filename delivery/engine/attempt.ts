import { type AttemptOutcome, type ChosenDelivery, healthAfter, type Lane, windowAfter } from "./lane.js";
import type { UnsentRow } from "./rows.js";
import { type AttemptResult, attemptResult, randomFraction, send, tell } from "./send.js";
import type { SchedulerState } from "./state.js";
import type { Content, Destination } from "./statements/attempts.js";

/** What an attempt needs that its transaction returned. */
interface AttemptInput extends Content {
  readonly destination: Destination;
}

/** The part of a lease that is left for clocks that differ. */
const leaseMargin = 1 / 6;

/** Starts an attempt that is recorded as begun, unless too little time is left of the lease. Returns whether it was started. */
export function startAttempt(state: SchedulerState, choice: ChosenDelivery, input: AttemptInput): boolean {
  const { clock, settings } = state.context;
  const { lane, delivery } = choice;
  const startedAt = clock.now();
  const { access } = lane;
  const left = lane.leaseUntil - settings.leaseMs * leaseMargin - startedAt;
  if (state.isStopping || access.kind !== "open" || left < settings.timeoutMs) return false;
  state.underWay += 1;
  state.bytesUnderWay += delivery.bytes;
  const { credentials } = access;
  const { timeoutMs } = settings;
  const { content, destination, trace } = input;
  const attempt = { delivery, content, destination, credentials, timeoutMs, signal: state.abort.signal };
  void send(state.context, state.attempts, attempt).then((result) => {
    const ended = attemptResult(state.context, state.attempts, { delivery, startedAt, credentials, result });
    end(state, choice, { row: ended.row, outcome: ended.outcome, trace });
  });
  return true;
}

/** The row that takes back an attempt which wasn't sent. */
export function unsentRow({ delivery }: ChosenDelivery): UnsentRow {
  const { endpoint_id, sequence, earlier_attempts: earlier, due_at } = delivery;
  return { endpoint_id, sequence, attempts: delivery.attempts + 1, earlier, due_at };
}

function end(
  state: SchedulerState,
  { lane, delivery }: ChosenDelivery,
  { row, outcome, trace }: AttemptResult & Pick<Content, "trace">,
): void {
  const { observer } = state.context;
  state.underWay -= 1;
  state.bytesUnderWay -= delivery.bytes;
  state.results.push(row);
  if (state.lanes.get(lane.endpointId) === lane) lane.underWay -= 1;
  else leaveOrphan(state, lane.endpointId);
  if (outcome !== undefined) updateHealth(state, lane, { kind: outcome, error: row.error });
  // Spreads would cost more here than the rest of the function.
  tell(() =>
    observer.onAttempt?.({
      deliveryId: delivery.id,
      endpointId: lane.endpointId,
      application: lane.application,
      eventId: delivery.event_id,
      eventType: delivery.event_type,
      kind: delivery.kind,
      attempt: row.number ?? 0,
      state: row.state,
      durationMs: row.duration_ms,
      status: row.status ?? undefined,
      error: row.error ?? undefined,
      trace: trace ?? undefined,
      retryAt: row.state === "pending" ? row.due_at : undefined,
    }),
  );
  state.kick();
}

function leaveOrphan({ orphans }: SchedulerState, endpointId: string): void {
  const left = (orphans.get(endpointId) ?? 1) - 1;
  if (left === 0) orphans.delete(endpointId);
  else orphans.set(endpointId, left);
}

interface LaneOutcome {
  readonly kind: AttemptOutcome["kind"];
  readonly error: string | null;
}

/** Adapts the endpoint's window, circuit and state. */
function updateHealth(state: SchedulerState, lane: Lane, { kind, error }: LaneOutcome): void {
  const { settings, clock, random, observer } = state.context;
  const now = clock.now();
  const before = lane.health;
  lane.window = windowAfter(lane.window, kind, settings.concurrencyPerEndpoint);
  state.windows.remember(lane.endpointId, lane.window);
  lane.health = healthAfter(before, { kind, now, random: () => randomFraction(random) }, settings);
  if (kind !== "succeeded" || before.failures > 0 || before.lost > 0) lane.isDirty = true;
  const report = { endpointId: lane.endpointId, application: lane.application };
  if (lane.health.open_until > now && before.open_until <= now) {
    lane.isClosing = true;
    tell(() => observer.onEndpoint?.({ ...report, change: "circuit-opened", reason: error ?? undefined }));
  } else if (kind === "succeeded" && before.failures >= settings.circuitThreshold) {
    tell(() => observer.onEndpoint?.({ ...report, change: "circuit-closed" }));
  }
  if (settings.pauseAfter > 0 && lane.health.lost >= settings.pauseAfter) {
    const { endpointId, application } = lane;
    const reason = `${lane.health.lost} deliveries in a row failed for good, the last with ${error}`;
    state.pauses.push({ endpointId, application, reason });
    lane.health = { ...lane.health, lost: 0 };
    lane.isClosing = true;
  }
}
