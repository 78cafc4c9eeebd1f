// `node tools/delivery-history.mjs` writes a long history of deliveries with SQL and measures how long a page of the log takes with each filter and
// each pair of filters, on SQLite and PostgreSQL. CONTRIBUTING.md describes the options. Exits with 1 if a page takes longer than
// allowed, with 2 if it couldn't run. It needs a build.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPostgresStore, openSqliteStore } from "@oipkit/delivery";
import { writeHistory } from "./delivery-history/history.mjs";
import { measurePages } from "./delivery-history/pages.mjs";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000000" },
    "max-ms": { type: "string", default: "50" },
    store: { type: "string", default: "sqlite,postgres" },
    json: { type: "boolean", default: false },
    postgres: {
      type: "string",
      default: process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres",
    },
  },
});
const rows = Number(values.rows);
const maxMs = Number(values["max-ms"]);
try {
  for (const kind of values.store.split(",")) await measure(kind);
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}

async function measure(kind) {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-history-"));
  const file = join(folder, "history.db");
  const schema = `oipkit_history_${process.pid}`;
  const store =
    kind === "sqlite"
      ? await openSqliteStore({ file })
      : await openPostgresStore({ connectionString: values.postgres, schema, deadlineMs: 3_600_000 });
  try {
    const started = performance.now();
    await store.migrate();
    await writeHistory(store, rows);
    const seconds = (performance.now() - started) / 1000;
    const pages = await measurePages(store, rows);
    const worst = pages.reduce((a, b) => (b.ms > a.ms ? b : a));
    const bytes = kind === "sqlite" ? (await stat(file)).size : undefined;
    if (values.json) console.log(JSON.stringify({ kind, rows, seconds, bytes, pages }));
    else {
      console.log(`${kind}: ${rows} deliveries written in ${seconds.toFixed(0)} s`);
      for (const { name, ms, shown } of pages.sort((a, b) => b.ms - a.ms).slice(0, 12))
        console.log(`  ${ms.toFixed(1)} ms  ${shown} shown  ${name}`);
      console.log(`  ${pages.length} pages; at most ${worst.ms.toFixed(1)} ms`);
    }
    if (worst.ms > maxMs) process.exitCode = 1;
  } finally {
    if (kind !== "sqlite")
      await store.db.executeQuery({
        sql: `drop schema "${schema}" cascade`,
        parameters: [],
        query: { kind: "RawNode" },
        queryId: { queryId: "drop" },
      });
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
