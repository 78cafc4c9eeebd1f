import { StoreFailure } from "@oipkit/runtime/stores";
import type { PostgresClient, PostgresPool } from "./runner.js";

/** How long a call may take by default, in milliseconds. */
export const usualDeadlineMs = 10_000;

/** A connection that was borrowed from a pool. */
export interface BorrowedConnection {
  /** Its name in what is remembered of it; statements go through `query`. */
  readonly client: PostgresClient;
  /** Rejects with `store-unreachable` if there is no answer in time; then, no other statement is sent. */
  readonly query: PostgresClient["query"];
  /** Gives it back, or destroys it if a statement failed without an answer of the server. */
  readonly release: () => void;
}

/** Lends the connections of a pool. */
export interface Connections {
  /** Rejects with `store-unreachable` if there is none in time. */
  readonly borrow: () => Promise<BorrowedConnection>;
  /** Lends a connection without deadlines. */
  readonly borrowPatiently: () => Promise<BorrowedConnection>;
}

/** What a call to the database may take. */
interface ConnectionLimits {
  /** Where the database is, for messages. */
  readonly place: string;
  /** Of a statement, and of the wait for a connection, in milliseconds. */
  readonly deadlineMs: number;
}

/**
 * Lends the connections of a pool and destroys those that became silent. A proxy that forgets its connections forgets all of them at once, so
 * after one of them, none is lent again that has only answered before.
 */
export function createConnections(pool: PostgresPool, { place, deadlineMs }: ConnectionLimits): Connections {
  /** When a connection last answered, in milliseconds of `performance`. */
  const answeredAt = new WeakMap<PostgresClient, number>();
  let silentSince = Number.NEGATIVE_INFINITY;
  pool.on?.("connect", (client) => {
    // The end of a connection can be in the packet that says that it is ready.
    tolerateErrors(client);
    answeredAt.set(client, performance.now());
  });
  // Without events, nobody knows which connections are new.
  const unknown = pool.on === undefined ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const isSuspect = (client: PostgresClient): boolean => (answeredAt.get(client) ?? unknown) < silentSince;

  function lend(client: PostgresClient, limitMs: number | undefined): BorrowedConnection {
    let failure: Error | undefined;
    const query = async (...statement: unknown[]): Promise<unknown> => {
      if (failure !== undefined) throw failure;
      const sentAt = performance.now();
      const send = client.query as (...statement: unknown[]) => Promise<unknown>;
      try {
        const result = await withDeadline(send.apply(client, statement), limitMs, () => {
          silentSince = Math.max(silentSince, sentAt);
          return unanswered(`${place} didn't answer within ${limitMs} ms`);
        });
        answeredAt.set(client, performance.now());
        return result;
      } catch (error) {
        if (isServerError(error)) answeredAt.set(client, performance.now());
        else failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      }
    };
    return {
      client,
      query: query as PostgresClient["query"],
      release: () => client.release(failure),
    };
  }

  async function borrow(limitMs: number | undefined): Promise<BorrowedConnection> {
    for (;;) {
      const client = await connect(pool, limitMs, () =>
        unanswered(`${place} had no connection to give within ${limitMs} ms`),
      );
      tolerateErrors(client);
      if (!isSuspect(client)) return lend(client, limitMs);
      destroy(client);
    }
  }

  return { borrow: () => borrow(deadlineMs), borrowPatiently: () => borrow(undefined) };
}

/** The failure of a call that nobody answered in time. */
export function unanswered(message: string): StoreFailure {
  return new StoreFailure("store-unreachable", message);
}

/** Waits for a connection. One that comes too late goes back. */
function connect(pool: PostgresPool, ms: number | undefined, failure: () => Error): Promise<PostgresClient> {
  let isLate = false;
  const askedAt = performance.now();
  const connecting = pool.connect().catch((cause: unknown) => {
    // The pool's own limit, which has no code, may be noticed first by a process that did something else meanwhile.
    throw ms !== undefined && performance.now() - askedAt >= ms ? failure() : cause;
  });
  connecting.then(
    (client) => {
      if (isLate) client.release();
    },
    () => {},
  );
  return withDeadline(connecting, ms, () => {
    isLate = true;
    return failure();
  });
}

/** Removes an idle connection from its pool. `pg` waits for the other side to end it, unless a statement is under way. */
function destroy(client: PostgresClient): void {
  client.query("select 1").then(
    () => {},
    () => {},
  );
  client.release(true);
}

/** Rejects with `failure` if a promise isn't settled in time, in milliseconds. */
export function withDeadline<Result>(
  work: Promise<Result>,
  ms: number | undefined,
  failure: () => Error,
): Promise<Result> {
  if (ms === undefined) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Whether the server answered with an error; all other failures are of the connection. */
function isServerError(failure: unknown): boolean {
  return typeof (failure as { readonly severity?: unknown } | null)?.severity === "string";
}

const tolerant = new WeakSet<PostgresClient>();

/**
 * The pool doesn't listen to what it has lent, so a connection that breaks between two statements would end the process. Here, the next
 * statement fails, and the pool drops the connection.
 */
function tolerateErrors(client: PostgresClient): void {
  if (tolerant.has(client)) return;
  tolerant.add(client);
  client.on?.("error", () => {});
}
