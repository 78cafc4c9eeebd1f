import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import pg from "pg";

const queueSchemas = [
  "bench_graphile",
  "bench_graphile_worker",
  "bench_boss",
  "bench_boss_queue",
  "bench_jetstream",
];
const stream = "OIPKIT_BENCH";
let schemas = 0;

/**
 * Runs work with a store that is removed afterwards.
 * @template T
 * @param {{ readonly kind: "sqlite" | "postgres", readonly scratch: string, readonly postgres: string }} options
 * @param {(place: import("./subject.mjs").Place) => Promise<T>} work
 */
export async function withPlace({ kind, scratch, postgres }, work) {
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(scratch, "store-"));
    try {
      return await work({ file: join(folder, "delivery.db") });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  schemas += 1;
  const schema = `oipkit_bench_delivery_${process.pid}_${schemas}`;
  try {
    return await work({ connectionString: postgres, schema });
  } finally {
    await dropSchemas(postgres, [schema]);
  }
}

/** Removes what the other queues leave behind if they are interrupted. */
export async function removeQueues({ postgres, nats }) {
  await dropSchemas(postgres, queueSchemas);
  const connection = await connect({ servers: nats, maxReconnectAttempts: 0 });
  const manager = await jetstreamManager(connection);
  await manager.streams.delete(stream).catch(() => {});
  await connection.close();
}

/** The version of a PostgreSQL server. Rejects if it can't be reached. */
export async function postgresVersion(postgres) {
  return withClient(
    postgres,
    async (client) => (await client.query("show server_version")).rows[0].server_version,
  );
}

function dropSchemas(postgres, names) {
  return withClient(postgres, async (client) => {
    await client.query("set client_min_messages to error");
    for (const name of names) await client.query(`drop schema if exists ${name} cascade`);
  });
}

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
