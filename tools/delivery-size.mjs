// `node tools/delivery-size.mjs` publishes and delivers events with the real engine, to receivers that answer within the process, and measures what they take on
// SQLite and PostgreSQL: bytes of each table and index for a delivery, and processor time. CONTRIBUTING.md describes the options. Exits with
// 2 if it couldn't run. It needs a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPostgresStore, openSqliteStore } from "@oipkit/delivery";
import { deliverEvents } from "./delivery-size/deliver.mjs";
import { printMeasures } from "./delivery-size/print.mjs";
import { holdSnapshot, postgresCpuMs, postgresSizes, sqliteSizes } from "./delivery-size/sizes.mjs";

const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "200000" },
    endpoints: { type: "string", default: "8" },
    round: { type: "string", default: "5000" },
    store: { type: "string", default: "sqlite,postgres" },
    json: { type: "boolean", default: false },
    "held-snapshot": { type: "boolean", default: false },
    postgres: {
      type: "string",
      default: process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres",
    },
  },
});
const size = {
  deliveries: Number(values.deliveries),
  endpoints: Number(values.endpoints),
  round: Number(values.round),
};
try {
  for (const kind of values.store.split(",")) await measure(kind);
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}

async function measure(kind) {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-size-"));
  const schema = `oipkit_size_${process.pid}`;
  const store =
    kind === "sqlite"
      ? await openSqliteStore({ file: join(folder, "delivery.db") })
      : await openPostgresStore({ connectionString: values.postgres, schema, deadlineMs: 3_600_000 });
  try {
    await store.migrate();
    const serverMs = [];
    const onRound = async () => void (kind === "postgres" && serverMs.push(await postgresCpuMs(store)));
    await onRound();
    const isHeld = kind === "postgres" && values["held-snapshot"];
    const release = isHeld ? await holdSnapshot(values.postgres) : async () => {};
    const cpu = await deliverEvents(store, size, onRound);
    const sizes = kind === "sqlite" ? await sqliteSizes(store) : await postgresSizes(store, schema);
    await release();
    const measures = { kind, ...size, ...cpu, serverMs, sizes };
    if (values.json) console.log(JSON.stringify(measures));
    else printMeasures(measures);
  } finally {
    if (kind !== "sqlite") await drop(store, schema);
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function drop(store, schema) {
  return store.db.executeQuery({
    sql: `drop schema "${schema}" cascade`,
    parameters: [],
    query: { kind: "RawNode" },
    queryId: { queryId: "drop" },
  });
}
