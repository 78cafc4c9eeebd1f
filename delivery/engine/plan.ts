import { type ChosenDelivery, chooseNext, isDoubtful, laneWindow } from "./choose.js";
import type { CycleWork } from "./cycle.js";
import { promptMs } from "./flights.js";
import { isDone, type Lane, laneRow } from "./lane.js";
import { chooseOldest } from "./one-by-one.js";
import { refusedRow } from "./send.js";
import { avoidedNow, maxLanes, type SchedulerState } from "./state.js";
import type { FetchedEndpoint } from "./statements/fetch.js";
import type { Acquisition } from "./statements/held-lanes.js";

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
/** Lanes that are leased or given back in one transaction, at least, if the engine has many: few cost as much. */
const fewest = 64;
const manyLanes = 256;
/** Lanes of each kind that are leased in one transaction, at most: while endpoints hang, others mustn't wait for theirs. */
const [mostAcquired, mostAcquiredIfLate] = [128, 32];
/** Results, and lanes that can wait for their renewal, in one transaction: thousands of endpoints that hang together mustn't hold up the others. */
const [maxResults, maxRenewals] = [1000, 200];

/** Decides what the next transaction does, and takes the results to write with it. */
export function planCycle(state: SchedulerState): CyclePlan {
  const { context, lanes, isStopping, owner, wants } = state;
  const { settings, clock } = context;
  const now = clock.now();
  const leaseUntil = now + settings.leaseMs;
  state.flights.update(now);
  const room = laneRoom(state, now);
  endTurns(state, room, now);
  // Of an endpoint that was revoked, say.
  for (const [endpointId, until] of state.avoided)
    if (until + settings.leaseMs <= now) state.avoided.delete(endpointId);
  const candidates = isStopping || !state.sender.isReady() ? [] : rotated(lanes);
  const { bytesUnderWay, flights } = state;
  const limits = { settings, bytesUnderWay, flights, now };
  const knowsAllDue = (!wants.answering || room.answering <= 0) && (!wants.doubtful || room.doubtful <= 0);
  const { begin, refuse, isHeldUp } =
    context.oneByOne?.() === true
      ? chooseOldest(candidates, { ...limits, isSettled: knowsAllDue && state.underWay === 0 })
      : chooseNext(candidates, limits);
  state.isHeldUp = isHeldUp;
  for (const { delivery, error } of refuse) state.results.push(refusedRow(delivery, error, now));
  for (const { lane } of begin) lane.underWay += 1;
  const fetch: FetchedEndpoint[] = [];
  const release = lanesToRelease(state, { now, begins: begin.length > 0 });
  // What is taken back waits again since before.
  const isTakenBack = new Set(state.unsent.map(({ endpoint_id }) => endpoint_id));
  for (const lane of lanes.values()) {
    const { endpointId } = lane;
    // What was published by a transaction that took long, or by a slow clock, is due before what was read already.
    if (isTakenBack.has(endpointId) || now - lane.wholeAt >= settings.pollMs) lane.floor = 0;
    if (isDone(lane) || lane.isClosing || lane.hasOnlyTests || lane.waiting.length > 0) continue;
    // Nothing more begins until one of them answers, which will take a while.
    if (lane.late > 0 && lane.late === lane.underWay && lane.underWay >= laneWindow(lane, settings, now))
      continue;
    // When a lane is given back, its next delivery is looked up, too.
    const isPolled = now - lane.fetchedAt >= settings.pollMs && lane.underWay < lane.memory.window;
    if (lane.hasMore || isPolled) fetch.push({ endpointId, floor: lane.floor });
  }
  const needed = new Set(release);
  for (const endpointId of isTakenBack) needed.add(endpointId);
  // PostgreSQL locks a lane by renewing it. In SQLite, a transaction excludes all others, and a lease that is long enough is left alone.
  if (context.store.dialect === "postgres" || state.sender.isRemote)
    for (const { lane } of begin) needed.add(lane.endpointId);
  let renewals = 0;
  const isRenewed = (lane: Lane): boolean => {
    const left = lane.leaseUntil - now;
    if (needed.has(lane.endpointId) || left < settings.leaseMs / 2) return true;
    if (!lane.isDirty && left >= (settings.leaseMs * 2) / 3) return false;
    renewals += 1;
    return renewals <= maxRenewals;
  };
  const isPoll = isPollDue(state, now);
  const asksForLanes = !isStopping && (wants.answering || wants.doubtful || isPoll);
  const wakesIdle = asksForLanes && (now - state.sweptAt >= sweepMs || now < state.sweptAt);
  const least = lanes.size < manyLanes ? 1 : fewest;
  const most = flights.late > 0 ? mostAcquiredIfLate : mostAcquired;
  const acquired = (kind: keyof LaneRoom): number =>
    !isStopping && (wants[kind] || isPoll) && room[kind] >= least ? Math.min(room[kind], most) : 0;
  const [answering, doubtful] = [acquired("answering"), acquired("doubtful")];
  const fetchCount = fetchCountFor(lanes.size + answering + doubtful);
  const { unsent, pauses: pause, changes } = state;
  const results = state.results.slice(0, maxResults);
  state.results = state.results.slice(maxResults);
  state.unsent = [];
  state.pauses = [];
  state.changes = [];
  const work: CycleWork = {
    owner,
    now,
    results,
    unsent,
    pause,
    changes,
    operationalTypes: context.operationalTypes,
    release,
    fetch,
    fetchCount,
    // The sweep also gives back what this engine has leased without knowing it, which nobody else could take while it runs.
    disownBut: state.isUncertain || wakesIdle ? [...lanes.keys()] : undefined,
    renew: [...lanes.values()].filter(isRenewed).map((lane) => laneRow(lane, leaseUntil)),
    begin: begin.map(({ delivery }) => delivery),
    wakesIdle,
    acquire: {
      answering,
      doubtful,
      leaseUntil,
      except: [...state.orphans.keys(), ...avoidedNow(state.avoided, now).map(([endpointId]) => endpointId)],
    },
  };
  return { work, begin };
}

/** Lanes to give back: if there are few, those that are under way now may soon be among them. */
function lanesToRelease(
  state: SchedulerState,
  { now, begins }: { readonly now: number; readonly begins: boolean },
): readonly string[] {
  const { lanes, underWay } = state;
  const done = [...lanes.values()].filter(isDone).map(({ endpointId }) => endpointId);
  const latest = now + promptMs;
  // The clock may have been set back.
  state.releaseAt = done.length === 0 ? undefined : Math.min(state.releaseAt ?? latest, latest);
  const areFew = done.length < fewest && lanes.size >= manyLanes && (begins || underWay > 0);
  if (areFew && state.releaseAt !== undefined && now < state.releaseAt) return [];
  state.releaseAt = undefined;
  return done.slice(0, maxReleases);
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

/** How many more lanes may be leased. */
type LaneRoom = Pick<Acquisition, "answering" | "doubtful">;

/** Doubtful lanes have half of the room; those that wait for a late answer need none, since they wait only for that. */
function laneRoom(state: SchedulerState, now: number): LaneRoom {
  let [held, doubtful] = [0, 0];
  for (const lane of state.lanes.values()) {
    if (lane.underWay > 0 && lane.underWay === lane.late) continue;
    held += 1;
    if (isDoubtful(lane, now)) doubtful += 1;
  }
  const most = maxLanes(state);
  return { answering: most - held, doubtful: Math.min(most - held, Math.floor(most / 2) - doubtful) };
}

/** When there is no room, lanes whose turn is over make way for others. */
function endTurns(state: SchedulerState, { answering, doubtful }: LaneRoom, now: number): void {
  for (const lane of state.lanes.values()) {
    const isFull = answering <= 0 || (doubtful <= 0 && isDoubtful(lane, now));
    if (state.isStopping || (isFull && now >= lane.turnUntil)) lane.isClosing = true;
  }
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
