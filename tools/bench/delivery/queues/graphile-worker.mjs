import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { eventOf } from "../event.mjs";
import { connectionString, openRecords } from "./records.mjs";

/** Deliveries through graphile-worker: a job for each, its records beside it in the same database. */
export async function graphileWorker({ count, concurrency, post }) {
  const records = await openRecords("bench_graphile");
  await records.pool.query("drop schema if exists bench_graphile_worker cascade");
  // It writes a line for each job otherwise.
  const logger = new Logger(() => () => {});
  const options = { connectionString, schema: "bench_graphile_worker", noHandleSignals: true, logger };
  const events = Array.from({ length: count }, (_, index) => eventOf(`graphile_${index}`));
  const utils = await makeWorkerUtils(options);
  await utils.migrate();
  await records.insert(events);
  await records.pool.query(
    `select bench_graphile_worker.add_jobs(array_agg(
       json_populate_record(null::bench_graphile_worker.job_spec, json_build_object('identifier', 'deliver', 'payload', json_build_object('id', id)))))
     from unnest($1::text[]) as id`,
    [events.map(({ event_id }) => event_id)],
  );
  await utils.release();
  const contents = new Map(events.map((event) => [event.event_id, JSON.stringify(event)]));
  let left = count;
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const started = performance.now();
  const runner = await run({
    ...options,
    concurrency,
    maxPoolSize: 20,
    pollInterval: 100,
    preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 5, failJobBatchDelay: 5 } },
    taskList: {
      async deliver({ id }) {
        await post(id, contents.get(id));
        await records.delivered(id);
        left -= 1;
        if (left === 0) finish();
      },
    },
  });
  await finished;
  const seconds = (performance.now() - started) / 1000;
  await runner.stop();
  await records.pool.query("drop schema bench_graphile_worker cascade");
  await records.close();
  return count / seconds;
}
