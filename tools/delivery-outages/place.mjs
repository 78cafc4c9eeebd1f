// Where the engine's store of a trial is, how it fails, and how it is cleaned up.
import { join } from "node:path";
import { blockTables, lockSqlite, terminateConnections } from "./store-outages.mjs";

export async function placeOf(kind, { folder, postgres }) {
  if (kind === "sqlite") {
    const file = join(folder, "engine.db");
    return {
      config: { file },
      outages: { "store-locked": (ms) => lockSqlite(file, ms) },
      close: async () => {},
    };
  }
  const { default: pg } = await import("pg");
  const name = `oipkit_outages_${process.pid}`;
  const url = new URL(postgres);
  url.searchParams.set("application_name", name);
  const admin = new pg.Pool({ connectionString: postgres, max: 2 });
  await admin.query(`drop schema if exists ${name} cascade`);
  return {
    config: { connectionString: url.href, schema: name },
    outages: {
      "connections-terminated": (ms) => terminateConnections({ admin, name }, ms),
      "tables-locked": (ms) => blockTables({ admin, schema: name }, ms),
    },
    async close() {
      await admin.query(`drop schema if exists ${name} cascade`);
      await admin.end();
    },
  };
}
