// A process with an engine: its argument is a task of `subject.mjs`, its actions are below.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { eventOf } from "./event.mjs";
import { answerMessages, cpuSeconds } from "./process.mjs";
import { steadyTarget } from "./steady.mjs";
import { applicationOf, openSubject } from "./subject.mjs";

const task = JSON.parse(process.argv[2]);
const { delivery, store, failures, made, seed } = await openSubject(task);

async function publishAll(publications) {
  const outcomes = await delivery.publishAll(publications);
  const other = outcomes.find(({ kind }) => kind !== "published");
  if (other !== undefined) throw other.error ?? new Error(`an event wasn't published: ${other.reason}`);
}

const publication = (id, index) => {
  const application = applicationOf(index);
  return { application, event: eventOf(id, application) };
};

answerMessages({
  seed: async () => void (await seed()),
  /** Publishes to all endpoints, or the first ones, in turn, 500 in each transaction. */
  async publish({ prefix, count, among = task.endpoints }) {
    const started = performance.now();
    for (let from = 0; from < count; from += 500) {
      const length = Math.min(500, count - from);
      await publishAll(
        Array.from({ length }, (_, at) => publication(`${prefix}_${from + at}`, (from + at) % among)),
      );
    }
    return { rate: (1000 * count) / (performance.now() - started) };
  },
  /** Delivers everything, or as much as the time allows, and says how long it took until the last result was written. */
  async drain({ count, limitMs }) {
    const started = performance.now();
    const before = process.cpuUsage();
    delivery.start();
    const limit = limitMs === undefined ? undefined : delay(limitMs, "late", { ref: false });
    const end = await Promise.race([delivery.runDue(), ...(limit === undefined ? [] : [limit])]);
    const seconds = (performance.now() - started) / 1000;
    const cpu = cpuSeconds(before);
    if (failures.length > 0) throw failures[0];
    const { delivered } = await store.db
      .selectFrom("deliveries")
      .select(({ fn }) => fn.countAll().as("delivered"))
      .where("state", "=", "delivered")
      .executeTakeFirstOrThrow();
    if (end !== "late" && count !== undefined && Number(delivered) !== count)
      throw new Error(`${delivered} of ${count} deliveries are delivered`);
    return { seconds, cpu, attempts: made.attempts, delivered: Number(delivered) };
  },
  start: () => void delivery.start(),
  /** Publishes so many events a second, each to another endpoint, in transactions 20 ms apart. */
  async steady({ prefix, rate, count }) {
    const started = performance.now();
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - started) * rate) / 1000));
      if (due > sent)
        await publishAll(
          Array.from({ length: due - sent }, (_, at) =>
            publication(`${prefix}_${sent + at}`, steadyTarget(sent + at, task.endpoints)),
          ),
        );
      sent = due;
      await delay(20);
    }
    return { rate: (1000 * count) / (performance.now() - started) };
  },
  /** The most memory that was resident, in megabytes. */
  memory: () => ({ peak: peakMegabytes(), now: process.memoryUsage.rss() / 1e6 }),
  async stop() {
    await delivery.stop();
    await store.close();
  },
});
process.send({ kind: "ready" });

function peakMegabytes() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return (process.resourceUsage().maxRSS * 1024) / 1e6;
  }
}
