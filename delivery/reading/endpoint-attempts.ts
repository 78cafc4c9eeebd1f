import { isAmong } from "../store/batch.js";
import type { Store } from "../store/store.js";
import { eachPage } from "./list.js";
import { type DeliveryRow, keptAttempt } from "./records.js";

/** An attempt to an endpoint; `startedAt` is in milliseconds since 1970. */
export interface EndpointAttempt {
  readonly sequence: number;
  readonly number: number;
  readonly startedAt: number;
  readonly status: number | undefined;
  /** Why it failed; undefined if it succeeded. */
  readonly error: string | undefined;
  /** The version of the signing secret. */
  readonly secretVersion: number;
}

/** Attempts, in the order in which they began. */
export interface EndpointAttempts {
  readonly attempts: readonly EndpointAttempt[];
  /** Deliveries that were published before aren't read, unless they are open; undefined if all were read. */
  readonly readFrom: number | undefined;
}

/** Deliveries that are read at most: the latest ones, and as many that aren't delivered, which may be older. */
const [mostLatest, mostOpen] = [1000, 1000];

/** Reads the attempts of an endpoint's latest deliveries, and of those that aren't delivered. Rejects with a `StoreFailure`. */
export async function readEndpointAttempts(
  store: Pick<Store, "db" | "dialect" | "transact">,
  endpoint: string,
): Promise<EndpointAttempts> {
  const rows: DeliveryRow[] = [];
  await eachPage(
    store,
    { endpoint, limit: mostLatest },
    async (page) => void rows.push(...(await page.execute())),
  );
  const latest = rows.sort((left, right) => right.sequence - left.sequence).slice(0, mostLatest);
  const known = new Set(latest.map(({ sequence }) => sequence));
  const older = (await openSequences(store, endpoint)).filter((sequence) => !known.has(sequence));
  const logged = await loggedAttempts(store, [...known, ...older]);
  const kept = latest.flatMap((row) => {
    const attempt = keptAttempt(row);
    return attempt === undefined ? [] : [endpointAttempt({ ...attempt, delivery: row.sequence })];
  });
  // A delivery keeps the attempt that delivered it, also if the log has an interrupted one of that number.
  const keptNames = new Set(kept.map(attemptKey));
  const attempts = [...logged.filter((attempt) => !keptNames.has(attemptKey(attempt))), ...kept];
  return {
    attempts: attempts.sort(compareAttempts),
    readFrom: rows.length > mostLatest ? latest.at(-1)?.created_at : undefined,
  };
}

function attemptKey({ sequence, number }: EndpointAttempt): string {
  return `${sequence} ${number}`;
}

/** On a clock that stands still, all begin at one time; the version of the secret and the order of publication tell more. */
function compareAttempts(left: EndpointAttempt, right: EndpointAttempt): number {
  return (
    left.startedAt - right.startedAt ||
    left.secretVersion - right.secretVersion ||
    left.sequence - right.sequence ||
    left.number - right.number
  );
}

interface AttemptRow {
  readonly delivery: number;
  readonly number: number;
  readonly started_at: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly secret_version: number;
}

function endpointAttempt(row: AttemptRow): EndpointAttempt {
  return {
    sequence: row.delivery,
    number: row.number,
    startedAt: row.started_at,
    status: row.status ?? undefined,
    error: row.error ?? undefined,
    secretVersion: row.secret_version,
  };
}

async function loggedAttempts(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  sequences: readonly number[],
): Promise<readonly EndpointAttempt[]> {
  if (sequences.length === 0) return [];
  const rows = await db
    .selectFrom("attempts")
    .select(["delivery", "number", "started_at", "status", "error", "secret_version"])
    .where(isAmong(dialect, "delivery", sequences))
    .execute();
  return rows.map(endpointAttempt);
}

async function openSequences({ db }: Pick<Store, "db">, endpoint: string): Promise<readonly number[]> {
  const waiting = await db
    .selectFrom("waiting")
    .select("sequence")
    .where("endpoint_id", "=", endpoint)
    .orderBy("due_at")
    .limit(mostOpen)
    .execute();
  const failed = await db
    .selectFrom("undelivered")
    .select("sequence")
    .where("endpoint_id", "=", endpoint)
    .where("state", "=", "failed")
    .orderBy("sequence", "desc")
    .limit(mostOpen)
    .execute();
  return [...waiting, ...failed].map(({ sequence }) => sequence);
}
