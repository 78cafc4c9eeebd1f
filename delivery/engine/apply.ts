import { isDeepStrictEqual } from "node:util";
import { turnMs } from "./access.js";
import { startAttempt, unsentRow } from "./attempt.js";
import type { ChosenDelivery } from "./choose.js";
import type { CycleOutcome, CycleWork } from "./cycle.js";
import { isOpen, type Lane, laneRow } from "./lane.js";
import { setRate, uncountBegun } from "./pace.js";
import type { CyclePlan } from "./plan.js";
import { refusedRow, tell } from "./send.js";
import { type SchedulerState, wantLanes } from "./state.js";
import type { Begun } from "./statements/attempts.js";
import { acquires } from "./statements/held-lanes.js";

/** Takes over what a committed transaction did: attempts that it recorded start now. */
export function applyOutcome(state: SchedulerState, { work, begin }: CyclePlan, outcome: CycleOutcome): void {
  state.isUncertain = false;
  const { kept, lost } = outcome.renewal;
  for (const row of work.renew) {
    const lane = state.lanes.get(row.endpoint_id);
    if (lane === undefined || !kept.has(row.endpoint_id)) continue;
    lane.leaseUntil = row.lease_until;
    if (isDeepStrictEqual(laneRow(lane, row.lease_until), row)) lane.isDirty = false;
  }
  // What is taken back waits until its lane could be locked; if the lane is lost, it is the other engine's.
  const gone = new Set(lost);
  for (const row of work.unsent)
    if (!kept.has(row.endpoint_id) && !gone.has(row.endpoint_id)) state.unsent.push(row);
  const again: ChosenDelivery[] = [];
  const asked = new Set(work.renew.map(({ endpoint_id }) => endpoint_id));
  const isLocked = (endpointId: string): boolean => !asked.has(endpointId) || kept.has(endpointId);
  const begun = { ...outcome, isLocked };
  for (const choice of begin) if (!startIfBegun(state, choice, begun)) again.push(choice);
  putBack(again.filter(({ lane }) => !gone.has(lane.endpointId)));
  for (const endpointId of lost) loseLane(state, endpointId);
  // Before what was leased: something may have been published, and the same transaction leases such a lane again.
  for (const { endpoint_id, ready_at, open_until } of outcome.released) {
    state.lanes.delete(endpoint_id);
    if (ready_at === null) continue;
    const readyAt = Math.max(ready_at, open_until, state.avoided.get(endpoint_id) ?? 0);
    if (readyAt <= work.now) wantLanes(state);
    else state.nextReadyAt = Math.min(state.nextReadyAt ?? readyAt, readyAt);
  }
  addFetched(state, work, outcome);
  report(state, outcome);
  if (outcome.hasChanges) state.onChanges?.();
}

/** Prepares the same work for another transaction, after one whose outcome isn't known. */
export function revertPlan(state: SchedulerState, { work, begin }: CyclePlan): void {
  state.isUncertain = true;
  state.results = [...work.results, ...state.results];
  state.pauses = [...work.pause, ...state.pauses];
  state.changes = [...work.changes, ...state.changes];
  state.unsent = [...work.unsent, ...state.unsent, ...begin.map(unsentRow)];
  for (const { lane } of begin) lane.underWay -= 1;
  putBack(begin);
  if (acquires(work.acquire)) wantLanes(state);
}

/** Returns whether the delivery needn't be put back. */
function startIfBegun(
  state: SchedulerState,
  choice: ChosenDelivery,
  { begun, destinations, contents, isLocked }: Begun & { readonly isLocked: (endpointId: string) => boolean },
): boolean {
  const { lane, delivery } = choice;
  const destination = destinations.get(delivery.endpoint_id);
  const stored = contents.get(delivery.event_id);
  const content = stored?.content;
  const isBegun = begun.has(delivery.sequence);
  if (isBegun && destination !== undefined && content !== undefined) {
    if (startAttempt(state, choice, { destination, content, trace: stored?.trace ?? null })) return true;
  }
  lane.underWay -= 1;
  if (isBegun && content === undefined) {
    const counted = { ...delivery, attempts: delivery.attempts + 1 };
    const error = stored === undefined ? "event-missing" : "event-unreadable";
    state.results.push(refusedRow(counted, error, state.context.clock.now()));
    const problem = `${delivery.event_id} can't be sent (${error}): restore the tables \`events\` and \`dictionaries\``;
    tell(() => state.context.observer.onFailure?.(new Error(problem)));
    return true;
  }
  // It was paused or revoked a moment ago.
  if (destination === undefined) lane.isClosing = true;
  if (isBegun) {
    state.unsent.push(unsentRow(choice));
    return false;
  }
  if (!isLocked(lane.endpointId)) return false;
  // Somebody else has settled it, or has the lane, which its renewal tells.
  lane.isDirty = true;
  return true;
}

function putBack(choices: readonly ChosenDelivery[]): void {
  for (const { lane, delivery } of [...choices].reverse()) {
    uncountBegun(lane.memory);
    // What is read again comes in order.
    if (lane.rereads.length === 0) lane.waiting.unshift(delivery);
  }
}

function loseLane(state: SchedulerState, endpointId: string): void {
  const lane = state.lanes.get(endpointId);
  if (lane === undefined) return;
  state.lanes.delete(endpointId);
  state.unsent = state.unsent.filter(({ endpoint_id }) => endpoint_id !== endpointId);
  if (lane.underWay > 0) state.orphans.set(endpointId, lane.underWay);
}

function addFetched(
  state: SchedulerState,
  { fetch, fetchCount, now: at }: CycleWork,
  { acquired, fetched }: CycleOutcome,
): void {
  const { clock } = state.context;
  const now = clock.now();
  for (const lane of acquired) {
    const { endpoint_id, application, rate } = lane;
    const { failures, failing_since, open_until, lost, answered_at } = lane;
    const health = { failures, failing_since, open_until, lost, answered_at };
    // It was given back by a transaction whose outcome wasn't known.
    loseLane(state, endpoint_id);
    const memory = state.memories(endpoint_id);
    setRate(memory, rate);
    const held: Lane = {
      endpointId: endpoint_id,
      application,
      health,
      restUntil: 0,
      isDirty: false,
      leaseUntil: 0,
      turnUntil: now + turnMs,
      access: { kind: "unknown" },
      isAsking: false,
      memory,
      underWay: 0,
      flights: [],
      late: 0,
      waiting: [],
      hasMore: false,
      rereads: [],
      fetchedAt: now,
      wholeAt: now,
      floor: 0,
      isClosing: state.isStopping,
      hasOnlyTests: isOpen(health, at),
    };
    state.lanes.set(endpoint_id, held);
  }
  const byLane = new Map<string, (typeof fetched)[number][]>();
  for (const row of fetched) {
    const rows = byLane.get(row.endpoint_id);
    if (rows === undefined) byLane.set(row.endpoint_id, [row]);
    else rows.push(row);
  }
  const isUnwritten = unwrittenSequences(state);
  const whole = acquired.map(({ endpoint_id }) => ({ endpointId: endpoint_id, floor: 0 }));
  for (const { endpointId, floor } of [...fetch, ...whole]) {
    const lane = state.lanes.get(endpointId);
    // What was put back would be in memory twice.
    if (lane === undefined || lane.waiting.length > 0) continue;
    if (lane.rereads.some(isUnwritten)) continue;
    lane.rereads = [];
    lane.waiting = byLane.get(endpointId) ?? [];
    lane.hasMore = lane.waiting.length >= fetchCount && !lane.hasOnlyTests;
    lane.fetchedAt = now;
    if (floor === 0) lane.wholeAt = now;
    lane.floor = lane.waiting.at(-1)?.due_at ?? lane.floor;
  }
}

/** Whether what became of an attempt isn't in the store yet. */
function unwrittenSequences({ results, unsent }: SchedulerState): (sequence: number) => boolean {
  let known: Set<number> | undefined;
  return (sequence) => {
    known ??= new Set([...results, ...unsent].map((row) => row.sequence));
    return known.has(sequence);
  };
}

function report(state: SchedulerState, { paused, recovered }: CycleOutcome): void {
  const { observer } = state.context;
  for (const { endpointId, application, reason } of paused)
    tell(() => observer.onEndpoint?.({ endpointId, application, change: "paused", reason }));
  for (const row of recovered)
    tell(() =>
      observer.onAttempt?.({
        deliveryId: row.id,
        endpointId: row.endpoint_id,
        application: row.application,
        eventId: row.event_id,
        eventType: row.event_type,
        kind: row.kind,
        state: row.state,
        attempt: row.earlier_attempts + row.attempts,
        error: "interrupted",
        durationMs: 0,
        trace: row.trace ?? undefined,
      }),
    );
}
