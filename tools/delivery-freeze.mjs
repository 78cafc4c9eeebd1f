// `node tools/delivery-freeze.mjs` goes silent on the delivery engine's connections to PostgreSQL, as a proxy does after a fail-over, while new
// ones work, and measures when deliveries go on. CONTRIBUTING.md describes the options. Exits with 1 if that takes more than 30 seconds or
// nobody was told, with 2 if it couldn't run.
import { parseArgs } from "node:util";
import { moments, runFreeze } from "./delivery-freeze/trial.mjs";

/** Milliseconds after which deliveries must have gone on. */
const longestMs = 30_000;

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    "deadline-ms": { type: "string" },
    deliveries: { type: "string", default: "100" },
    postgres: {
      type: "string",
      default: process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres",
    },
  },
});
try {
  const reports = [];
  for (const [moment, text] of Object.entries(moments)) {
    const report = await runFreeze({
      text,
      connectionString: values.postgres,
      schema: `oipkit_freeze_${process.pid}`,
      deliveries: Number(values.deliveries),
      deadlineMs: values["deadline-ms"] === undefined ? undefined : Number(values["deadline-ms"]),
    });
    reports.push({ moment, ...report });
    if (!values.json) show(moment, report);
    if (!report.isDone || report.doneMs > longestMs || report.failures.length === 0) process.exitCode = 1;
  }
  if (values.json) console.log(JSON.stringify(reports));
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}

function show(moment, { frozen, isDone, doneMs, failures, counts, health, published }) {
  console.log(`${moment}: ${frozen} connections went silent`);
  const left = counts.pending + counts.sending;
  console.log(
    isDone ? `  everything was delivered after ${doneMs} ms` : `  ${left} deliveries wait after ${doneMs} ms`,
  );
  console.log(
    `  the observer was told ${failures.length} times: ${[...new Set(failures)].join("; ") || "nothing"}`,
  );
  console.log(`  a health report took ${health.ms} ms (${health.value?.status ?? health.failure})`);
  console.log(`  a publication took ${published.ms} ms (${published.failure ?? "published"})`);
}
