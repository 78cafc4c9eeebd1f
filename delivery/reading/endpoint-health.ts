import type { DeliveryContext } from "../context.js";
import { type EndpointAttempt, readEndpointAttempts } from "./endpoint-attempts.js";
import { type EndpointChange, readEndpointChanges } from "./endpoint-changes.js";
import { type EndpointStanding, listStandings } from "./standings.js";

/** How many attempts ended with the same error. */
export interface AttemptErrorCount {
  /** Such as `http-401`, or that of the transport. */
  readonly error: string;
  readonly status: number | undefined;
  readonly count: number;
}

/** Attempts that have failed since the last success. */
export interface FailingRun {
  /** When the first of them began, in milliseconds since 1970. */
  readonly since: number;
  readonly attempts: number;
  /** The most frequent first. */
  readonly errors: readonly AttemptErrorCount[];
  /**
   * What was changed between the last success and the first failure, the latest last: what may have caused it. Empty if nothing was, or if
   * nobody can say, as no success is known.
   */
  readonly changesBefore: readonly EndpointChange[];
}

/** How the deliveries of an endpoint are doing, by their attempts; times are milliseconds since 1970. */
export interface EndpointHealth extends EndpointStanding {
  /** Attempts since `from`, tests among them. */
  readonly recent: {
    readonly from: number;
    readonly attempts: number;
    readonly failed: number;
    readonly errors: readonly AttemptErrorCount[];
    /** False if there were more deliveries than are read: the oldest attempts aren't counted. */
    readonly isComplete: boolean;
  };
  readonly failing: FailingRun | undefined;
  /** The last attempt that succeeded; undefined if none is known. */
  readonly lastSuccessAt: number | undefined;
  /** When it was paused; undefined if it isn't, or if the audit doesn't say. */
  readonly pausedAt: number | undefined;
}

/** What "recent" means. */
const recentMs = 86_400_000;
const mostErrors = 5;
const mostChanges = 5;

/**
 * The health of an application's endpoint; undefined if it has none that isn't revoked. The latest thousand of its deliveries are read, and those
 * that aren't delivered. Rejects with a `StoreFailure`.
 */
export async function readEndpointHealth(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  application: string,
): Promise<EndpointHealth | undefined> {
  const now = clock.now();
  const { standings } = await listStandings(store, { application, states: ["active", "paused"] }, now);
  const [standing] = standings;
  if (standing === undefined) return undefined;
  const { id, state } = standing.endpoint;
  const [{ attempts, readFrom }, changes, pausedAt] = await Promise.all([
    readEndpointAttempts(store, id),
    readEndpointChanges(store, { application, id }),
    state === "paused" ? readPausedAt(store, application, id) : undefined,
  ]);
  const from = now - recentMs;
  const recent = attempts.filter(({ startedAt }) => startedAt >= from);
  const recentFailed = recent.filter(hasFailed);
  const last = attempts.findLastIndex((attempt) => !hasFailed(attempt));
  const run = attempts.slice(last + 1);
  const failing = failingRun(run, { lastSuccess: attempts[last], changes });
  return {
    ...standing,
    status: standing.status !== "paused" && failing !== undefined ? "failing" : standing.status,
    recent: {
      from,
      attempts: recent.length,
      failed: recentFailed.length,
      errors: countErrors(recentFailed),
      isComplete: readFrom === undefined || readFrom < from,
    },
    failing,
    lastSuccessAt: attempts[last]?.startedAt,
    pausedAt,
  };
}

function hasFailed({ error }: EndpointAttempt): boolean {
  return error !== undefined;
}

function failingRun(
  run: readonly EndpointAttempt[],
  {
    lastSuccess,
    changes,
  }: { readonly lastSuccess: EndpointAttempt | undefined; readonly changes: readonly EndpointChange[] },
): FailingRun | undefined {
  const [first] = run;
  if (first === undefined) return undefined;
  const between =
    lastSuccess === undefined ? [] : changes.filter((change) => isBetween(change, lastSuccess, first));
  return {
    since: first.startedAt,
    attempts: run.length,
    errors: countErrors(run),
    changesBefore: between.slice(-mostChanges),
  };
}

/** An attempt knows which version of the signing secret it was signed with. Other changes at the very time of an attempt may be before it or after it. */
function isBetween(change: EndpointChange, success: EndpointAttempt, failure: EndpointAttempt): boolean {
  if (change.kind === "credential-rotated" && change.credential === "signing-secret")
    return success.secretVersion < change.version && change.version <= failure.secretVersion;
  return success.startedAt < change.at && change.at < failure.startedAt;
}

function countErrors(failed: readonly EndpointAttempt[]): readonly AttemptErrorCount[] {
  const counts = new Map<string, AttemptErrorCount>();
  for (const { error = "", status } of failed) {
    const count = (counts.get(error)?.count ?? 0) + 1;
    counts.set(error, { error, status, count });
  }
  return [...counts.values()].sort((left, right) => right.count - left.count).slice(0, mostErrors);
}

async function readPausedAt(
  { db }: Pick<DeliveryContext["store"], "db">,
  application: string,
  subject: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("audit")
    .select("at")
    .where("application", "=", application)
    .where("action", "=", "endpoint-paused")
    .where("subject", "=", subject)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}
