import { noteChanges, noteExhausted } from "../changes/note-changes.js";
import type { NewChange } from "../changes/operational-change.js";
import { readDictionaries } from "../contents/read-contents.js";
import { runSteps, stepByStep } from "../store/steps.js";
import type { SqlStatement, Store } from "../store/store.js";
import { isOpen } from "./lane.js";
import type { CycleTransaction, LaneRow, ResultRow, UnsentRow, WaitingDelivery } from "./rows.js";
import { type Begun, beginAttempts, readBegun, recordResults, takeBack } from "./statements/attempts.js";
import { type FetchedEndpoint, fetchWaiting } from "./statements/fetch.js";
import {
  type AcquiredLane,
  type Acquisition,
  acquireLanes,
  acquires,
  disownLanes,
  type Renewal,
  readRenewal,
  renewLanes,
} from "./statements/held-lanes.js";
import { type Recovered, recoverInterrupted } from "./statements/recover.js";
import {
  type Pause,
  pauseEndpoints,
  type ReleasedLane,
  releaseLanes,
  wakeIdleLanes,
} from "./statements/resting-lanes.js";
import { mostTaken, takeWakes } from "./statements/wakes.js";

/** What one transaction does for all lanes. */
export interface CycleWork {
  readonly owner: string;
  readonly now: number;
  /** Set after a transaction whose outcome is unknown: all other lanes are given back. */
  readonly disownBut: readonly string[] | undefined;
  /** Includes the lanes of `unsent`, `begin` and `release`. */
  readonly renew: readonly LaneRow[];
  readonly results: readonly ResultRow[];
  readonly unsent: readonly UnsentRow[];
  readonly begin: readonly WaitingDelivery[];
  readonly pause: readonly Pause[];
  readonly changes: readonly NewChange[];
  /** The types of operational events; undefined if nobody is told of changes. */
  readonly operationalTypes: readonly string[] | undefined;
  readonly release: readonly string[];
  /** Whether to look for idle lanes for which something waits. */
  readonly wakesIdle: boolean;
  readonly acquire: Acquisition;
  readonly fetch: readonly FetchedEndpoint[];
  readonly fetchCount: number;
}

/** What it did. */
export interface CycleOutcome extends Begun {
  readonly renewal: Renewal;
  readonly paused: readonly Pause[];
  /** Whether changes were noted. */
  readonly hasChanges: boolean;
  readonly released: readonly ReleasedLane[];
  /** Whether more lanes may have to be made ready. */
  readonly hasMoreWakes: boolean;
  readonly acquired: readonly AcquiredLane[];
  readonly recovered: readonly Recovered[];
  readonly fetched: readonly WaitingDelivery[];
}

/**
 * Writes results and begins, gives lanes back and leases others, and reads what waits, in one transaction. It is repeated as a whole if
 * it fails: each of its statements changes nothing the second time, and begins count only once it is known to be committed.
 */
export function runCycle(store: Store, work: CycleWork): Promise<CycleOutcome> {
  if (isUsual(work)) return runUsual(store, work);
  return runAny(store, work);
}

/** True if the cycle needs no statement that depends on another's rows. */
function isUsual(work: CycleWork): boolean {
  const { unsent, pause, changes, release, acquire, disownBut, wakesIdle } = work;
  const isWritten = unsent.length + pause.length + changes.length + release.length > 0;
  if (work.operationalTypes !== undefined && work.results.some(hasFailed)) return false;
  return !isWritten && !acquires(acquire) && disownBut === undefined && !wakesIdle;
}

/** All statements at once, since none needs the rows of an earlier one. */
async function runUsual(store: Store, work: CycleWork): Promise<CycleOutcome> {
  const { owner, now, renew, fetchCount: count } = work;
  const cycle = { store, owner, now };
  const [begin, contents, destinations] = beginAttempts(cycle, work.begin);
  const [renewed, , , begun, events, endpoints, fetched] = await runSteps(store.script, [
    renewLanes(cycle, renew),
    ...recordResults(cycle, work.results),
    ...([begin, contents, destinations] as const),
    fetchWaiting(cycle, work.fetch, { count }),
  ]);
  await readDictionaries(store, events);
  // Only this engine can lease a lane for itself, so this is as true now as it was in the transaction.
  const renewal = await readRenewal(store.db, cycle, { lanes: renew, renewed });
  const nothing = { paused: [], released: [], acquired: [], recovered: [] };
  const no = { hasMoreWakes: false, hasChanges: false };
  return { ...readBegun(begun, events, endpoints), ...nothing, ...no, renewal, fetched };
}

function runAny(store: Store, work: CycleWork): Promise<CycleOutcome> {
  return store.transact(
    async (db) => {
      const { owner, now, renew: lanes, fetchCount: count } = work;
      const transaction = { store, db, dialect: store.dialect, owner, now };
      const run = <const Steps extends readonly (SqlStatement | undefined)[]>(steps: Steps) =>
        runSteps((some) => stepByStep(db, some), steps);
      if (work.disownBut !== undefined) await disownLanes(transaction, work.disownBut);
      const [renewed] = await run([renewLanes(transaction, lanes)]);
      const renewal = await readRenewal(db, transaction, { lanes, renewed });
      await run(recordResults(transaction, work.results));
      await takeBack(
        transaction,
        work.unsent.filter(({ endpoint_id }) => renewal.kept.has(endpoint_id)),
      );
      const paused = await pauseEndpoints(transaction, work.pause);
      const [begin, contents, destinations] = beginAttempts(transaction, work.begin);
      const rows = await run([begin, contents, destinations]);
      await readDictionaries(transaction, rows[1]);
      const begun = readBegun(...rows);
      const released = await releaseLanes(
        transaction,
        work.release.filter((id) => renewal.kept.has(id)),
      );
      if (work.wakesIdle) await wakeIdleLanes(transaction);
      const woken = acquires(work.acquire) ? await takeWakes(transaction) : 0;
      const asksForAll = work.acquire.answering > 0 && work.acquire.doubtful > 0;
      const acquired = await acquireLanes(transaction, work.acquire);
      const ids = acquired.map(({ endpoint_id }) => endpoint_id);
      const recovered = await recoverInterrupted(transaction, ids);
      const hasChanges = await writeChanges(transaction, work, { paused, recovered });
      const isTested = (lane: AcquiredLane): boolean => isOpen(lane, now);
      const whole = ({ endpoint_id }: AcquiredLane) => ({ endpointId: endpoint_id, floor: 0 });
      const open = acquired.filter(isTested).map(whole);
      const others = acquired.filter((lane) => !isTested(lane)).map(whole);
      // After a transaction whose outcome isn't known, a lane may be leased again that the engine takes for held.
      const isNew = new Set(ids);
      const held = work.fetch.filter(({ endpointId }) => !isNew.has(endpointId));
      const fetched = await run([
        fetchWaiting(transaction, [...held, ...others], { count }),
        fetchWaiting(transaction, open, { count, onlyTests: true }),
      ]);
      return {
        ...begun,
        renewal,
        paused,
        hasChanges,
        released,
        hasMoreWakes: woken === mostTaken || (woken > 0 && !asksForAll),
        acquired,
        recovered,
        fetched: fetched.flat(),
      };
    },
    { durable: false },
  );
}

function hasFailed({ state }: Pick<ResultRow, "state">): boolean {
  return state === "failed";
}

/** Notes what is told by operational events. Returns whether there is any. */
async function writeChanges(
  { db, dialect, now }: CycleTransaction,
  { changes, results, operationalTypes }: CycleWork,
  { paused, recovered }: Pick<CycleOutcome, "paused" | "recovered">,
): Promise<boolean> {
  if (operationalTypes === undefined) return false;
  const noted = [
    ...changes,
    ...paused.map(({ endpointId, application, reason }): NewChange => {
      return { kind: "endpoint-paused", at: now, endpointId, application, reason, occasion: now };
    }),
  ];
  await noteChanges(db, dialect, noted);
  const sequences = [...results, ...recovered].filter(hasFailed).map(({ sequence }) => sequence);
  const isExhausted = await noteExhausted(db, dialect, { sequences, exceptTypes: operationalTypes, now });
  return isExhausted || noted.length > 0;
}

/** Whether a transaction would do nothing. */
export function isIdle(work: CycleWork): boolean {
  const { renew, results, unsent, begin, pause, changes, release, acquire, fetch, disownBut } = work;
  const lists: readonly (readonly unknown[])[] = [
    ...[renew, results, unsent, begin],
    ...[pause, changes, release, fetch],
  ];
  return disownBut === undefined && !acquires(acquire) && lists.every((list) => list.length === 0);
}
