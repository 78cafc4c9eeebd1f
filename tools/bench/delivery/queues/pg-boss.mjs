import PgBoss from "pg-boss";
import { eventOf, inParallel } from "../event.mjs";
import { connectionString, openRecords } from "./records.mjs";

/** Deliveries through pg-boss: batches of jobs fetched, posted in parallel and completed together. */
export async function pgBoss({ count, concurrency, post }) {
  const records = await openRecords("bench_boss");
  await records.pool.query("drop schema if exists bench_boss_queue cascade");
  const boss = new PgBoss({
    connectionString,
    schema: "bench_boss_queue",
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue("deliver");
  const events = Array.from({ length: count }, (_, index) => eventOf(`boss_${index}`));
  await records.insert(events);
  for (let from = 0; from < count; from += 1000) {
    const part = events.slice(from, from + 1000);
    await boss.insert(part.map(({ event_id }) => ({ name: "deliver", data: { id: event_id } })));
  }
  const contents = new Map(events.map((event) => [event.event_id, JSON.stringify(event)]));
  const started = performance.now();
  let left = count;
  // Two fetchers, so that one batch is posted while the next is fetched.
  await Promise.all(
    [0, 1].map(async () => {
      while (left > 0) {
        const jobs = await boss.fetch("deliver", { batchSize: 500 });
        if (jobs.length === 0) break;
        await inParallel(jobs, concurrency / 2, async ({ data }) => {
          await post(data.id, contents.get(data.id));
          await records.delivered(data.id);
        });
        await boss.complete(
          "deliver",
          jobs.map(({ id }) => id),
        );
        left -= jobs.length;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await boss.stop({ graceful: false, wait: true });
  await records.pool.query("drop schema bench_boss_queue cascade");
  await records.close();
  return count / seconds;
}
