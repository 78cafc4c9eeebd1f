import type { CycleWork } from "./cycle.js";
import { type ChosenDelivery, chooseNext, isDone, type Lane } from "./lane.js";
import { refusedRow } from "./send.js";
import { avoidedNow, maxLanes, type SchedulerState } from "./state.js";

/** What a cycle is to do, and the deliveries that begin with it. */
export interface CyclePlan {
  readonly work: CycleWork;
  readonly begin: readonly ChosenDelivery[];
}

/** Deliveries of one lane that are read at once: at least and at most. */
const [leastFetched, mostFetched] = [8, 64];
/** Deliveries of all lanes that wait in memory, if each lane has as many as are read at once. */
const heldRows = 1024;
/** How often idle lanes are looked at for which something may wait, in milliseconds. */
const sweepMs = 60_000;
/** Lanes that are given back in one transaction; PostgreSQL's locks are limited. */
const maxReleases = 200;

/** Decides what the next transaction does, and takes the results to write with it. */
export function planCycle(state: SchedulerState): CyclePlan {
  const { context, lanes, isStopping, owner } = state;
  const { settings, clock } = context;
  const now = clock.now();
  const leaseUntil = now + settings.leaseMs;
  endTurns(state, now);
  // Of an endpoint that was revoked, say.
  for (const [endpointId, until] of state.avoided)
    if (until + settings.leaseMs <= now) state.avoided.delete(endpointId);
  const candidates = isStopping ? [] : rotated(lanes);
  const { begin, refuse } = chooseNext(candidates, { settings, bytesUnderWay: state.bytesUnderWay });
  for (const { delivery, error } of refuse) state.results.push(refusedRow(delivery, error, now));
  for (const { lane } of begin) lane.underWay += 1;
  const release: string[] = [];
  const fetch: string[] = [];
  for (const lane of lanes.values()) {
    if (isDone(lane)) {
      if (release.length < maxReleases) release.push(lane.endpointId);
    } else if (!lane.isClosing && !lane.hasOnlyTests && lane.waiting.length === 0) {
      if (lane.hasMore || now - lane.fetchedAt >= settings.pollMs) fetch.push(lane.endpointId);
    }
  }
  const needed = new Set(release);
  for (const { endpoint_id } of state.unsent) needed.add(endpoint_id);
  // PostgreSQL locks a lane by renewing it. In SQLite, a transaction excludes all others, and a lease that is long enough is left alone.
  if (context.store.dialect === "postgres") for (const { lane } of begin) needed.add(lane.endpointId);
  const isRenewed = (lane: Lane): boolean =>
    lane.isDirty || needed.has(lane.endpointId) || lane.leaseUntil - now < (settings.leaseMs * 2) / 3;
  const room = maxLanes(state) - lanes.size;
  const asksForLanes = !isStopping && (state.wantsLanes || isPollDue(state, now));
  const wakesIdle = asksForLanes && (now - state.sweptAt >= sweepMs || now < state.sweptAt);
  const acquireCount = asksForLanes ? Math.max(0, Math.min(room, settings.concurrency)) : 0;
  const fetchCount = fetchCountFor(lanes.size + acquireCount);
  const { results, unsent, pauses: pause } = state;
  state.results = [];
  state.unsent = [];
  state.pauses = [];
  const work: CycleWork = {
    owner,
    now,
    results,
    unsent,
    pause,
    release,
    fetch,
    fetchCount,
    // The sweep also gives back what this engine has leased without knowing it, which nobody else could take while it runs.
    disownBut: state.isUncertain || wakesIdle ? [...lanes.keys()] : undefined,
    renew: [...lanes.values()].filter(isRenewed).map((lane) => ({
      endpoint_id: lane.endpointId,
      lease_until: leaseUntil,
      ...lane.health,
    })),
    begin: begin.map(({ delivery }) => delivery),
    wakesIdle,
    acquire: {
      count: acquireCount,
      leaseUntil,
      except: [...state.orphans.keys(), ...avoidedNow(state.avoided, now).map(([endpointId]) => endpointId)],
    },
  };
  return { work, begin };
}

function fetchCountFor(lanes: number): number {
  return Math.max(leastFetched, Math.min(mostFetched, Math.floor(heldRows / lanes)));
}

/** Whether it is time to ask the store for what others published. */
function isPollDue({ polledAt, nextReadyAt, context }: SchedulerState, now: number): boolean {
  // The clock may have been set back.
  const isReady = nextReadyAt !== undefined && nextReadyAt <= now;
  return isReady || now - polledAt >= context.settings.pollMs || now < polledAt;
}

/** If the places are taken, lanes whose turn is over make room for others. */
function endTurns(state: SchedulerState, now: number): void {
  const isFull = state.lanes.size >= maxLanes(state);
  for (const lane of state.lanes.values())
    if (state.isStopping || (isFull && now >= lane.turnUntil)) lane.isClosing = true;
}

/** The lanes, each time beginning with another one. */
function rotated(lanes: Map<string, Lane>): Iterable<Lane> {
  const [first] = lanes;
  if (first !== undefined) {
    lanes.delete(first[0]);
    lanes.set(...first);
  }
  return lanes.values();
}
