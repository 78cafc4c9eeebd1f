import { leaveAlone } from "./access.js";
import type { ChosenDelivery } from "./choose.js";
import { noteAnswer } from "./endpoint-memory.js";
import { type Flight, healthAfter, type Lane, rest, windowAfter } from "./lane.js";
import { countSucceeded, learnPace, uncountBegun } from "./pace.js";
import type { UnsentRow } from "./rows.js";
import {
  type AttemptResult,
  attemptName,
  interruptedRow,
  randomFraction,
  tell,
  unsentRestMs,
} from "./send.js";
import type { SchedulerState } from "./state.js";
import type { Content, Destination } from "./statements/attempts.js";

/** What an attempt needs that its transaction returned. */
interface AttemptInput extends Pick<Content, "trace"> {
  readonly content: string;
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
  // An earlier one was taken back while this one was being recorded.
  if (lane.rereads.length > 0) return false;
  state.underWay += 1;
  state.bytesUnderWay += delivery.bytes;
  const { credentials } = access;
  const { timeoutMs } = settings;
  const { content, destination, trace } = input;
  const flight = state.flights.begin(lane, startedAt, delivery.bytes);
  const attempt = {
    application: lane.application,
    delivery,
    content,
    destination,
    credentials,
    startedAt,
    timeoutMs,
    beginBy: startedAt + left - timeoutMs,
    signal: state.abort.signal,
  };
  void state.sender.send(attempt).then((sent) => {
    leave(state, choice, flight);
    if (sent.kind === "unsent") takeBackLater(state, choice);
    else if (sent.kind === "ended") report(state, choice, { ended: sent.result, trace });
    else {
      const secretVersion = credentials.signingSecretVersion;
      const row = interruptedRow(delivery, { startedAt, now: clock.now(), secretVersion });
      reread(lane, delivery.sequence);
      // It says nothing about the endpoint.
      report(state, choice, { ended: { row, outcome: undefined }, trace });
    }
    state.kick();
  });
  return true;
}

/** An attempt that has ended. */
interface End extends Pick<Content, "trace"> {
  readonly ended: AttemptResult;
}

/** The row that takes back an attempt which wasn't sent. */
export function unsentRow({ delivery }: ChosenDelivery): UnsentRow {
  const { endpoint_id, sequence, earlier_attempts: earlier, due_at } = delivery;
  return { endpoint_id, sequence, attempts: delivery.attempts + 1, earlier, due_at };
}

/** Gives an attempt's place to others. */
function leave(state: SchedulerState, { lane, delivery }: ChosenDelivery, flight: Flight): void {
  state.flights.end(flight);
  state.underWay -= 1;
  state.bytesUnderWay -= delivery.bytes;
  if (state.lanes.get(lane.endpointId) === lane) lane.underWay -= 1;
  else leaveOrphan(state, lane.endpointId);
}

/** Takes back an attempt whose request never left. If the lane is lost, its next engine calls it interrupted. */
function takeBackLater(state: SchedulerState, choice: ChosenDelivery): void {
  const { lane, delivery } = choice;
  uncountBegun(lane.memory);
  if (state.lanes.get(lane.endpointId) !== lane) return;
  state.unsent.push(unsentRow(choice));
  reread(lane, delivery.sequence);
}

/** Forgets what waits in memory, so that it is read again in order. */
function reread(lane: Lane, sequence: number): void {
  lane.rereads.push(sequence);
  lane.floor = 0;
  lane.waiting = [];
  lane.hasMore = true;
}

function report(
  state: SchedulerState,
  { lane, delivery }: ChosenDelivery,
  { ended: { row, outcome }, trace }: End,
): void {
  const { observer } = state.context;
  state.results.push(row);
  if (row.status !== null) noteAnswer(lane.memory, state.context.clock.now(), row.duration_ms);
  if (outcome !== undefined) updateHealth(state, { lane, delivery }, { outcome, error: row.error });
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
}

function leaveOrphan({ orphans }: SchedulerState, endpointId: string): void {
  const left = (orphans.get(endpointId) ?? 1) - 1;
  if (left === 0) orphans.delete(endpointId);
  else orphans.set(endpointId, left);
}

interface LaneOutcome {
  readonly outcome: NonNullable<AttemptResult["outcome"]>;
  readonly error: string | null;
}

/** Adapts the endpoint's window, circuit and state. */
function updateHealth(
  state: SchedulerState,
  { lane, delivery }: ChosenDelivery,
  { outcome, error }: LaneOutcome,
): void {
  const { settings, clock, observer } = state.context;
  const now = clock.now();
  const before = lane.health;
  const { kind } = outcome;
  const { memory } = lane;
  if (kind === "unsent") {
    if (error === "sender-failed") leaveAlone(state, lane);
    else rest(lane, now + unsentRestMs);
    return;
  }
  memory.window = windowAfter(memory.window, kind, settings.concurrencyPerEndpoint);
  if (kind === "limited") {
    // No answer may stop an endpoint for longer than failures would.
    const mostMs = Math.max(...settings.retryDelaysMs);
    rest(lane, now + learnPace(memory, { now, mostMs, askedMs: outcome.retryAfterMs }));
    return;
  }
  if (kind === "succeeded") countSucceeded(memory);
  const random = (): number => randomFraction(state.context, `circuit ${attemptName(delivery)}`);
  lane.health = healthAfter(before, { kind, now, random }, settings);
  const { failures, lost, answered_at } = before;
  if (kind !== "succeeded" || failures > 0 || lost > 0 || answered_at !== lane.health.answered_at)
    lane.isDirty = true;
  const report = { endpointId: lane.endpointId, application: lane.application };
  const wasFailing = before.failures >= settings.circuitThreshold;
  if (lane.health.open_until > now && before.open_until <= now) {
    lane.isClosing = true;
    const reason = error ?? undefined;
    tell(() => observer.onEndpoint?.({ ...report, change: "circuit-opened", reason }));
    // Not each time that it is opened again.
    if (!wasFailing)
      note(state, lane, { kind: "endpoint-failing", failingSince: lane.health.failing_since, reason });
  } else if (kind === "succeeded" && wasFailing) {
    tell(() => observer.onEndpoint?.({ ...report, change: "circuit-closed" }));
    note(state, lane, { kind: "endpoint-recovered", failingSince: before.failing_since });
  }
  if (settings.pauseAfter > 0 && lane.health.lost >= settings.pauseAfter) {
    const { endpointId, application } = lane;
    const reason = `${lane.health.lost} deliveries in a row failed for good, the last with ${error}`;
    state.pauses.push({ endpointId, application, reason });
    lane.health = { ...lane.health, lost: 0 };
    lane.isClosing = true;
  }
}

/** A change of an endpoint's health. */
interface HealthChange {
  readonly kind: "endpoint-failing" | "endpoint-recovered";
  readonly failingSince: number | null;
  readonly reason?: string | undefined;
}

/** Remembers it until the next cycle writes it. */
function note(
  { context, changes }: SchedulerState,
  { endpointId, application }: Lane,
  { kind, failingSince: since, reason }: HealthChange,
): void {
  if (context.operationalTypes === undefined) return;
  const at = context.clock.now();
  const failingSince = since ?? at;
  changes.push({ kind, at, endpointId, application, reason, failingSince, occasion: failingSince });
}
