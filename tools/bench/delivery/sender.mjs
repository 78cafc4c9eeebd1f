// A process that sends without an engine: the floor, or another queue. Its argument names it and says how much.
import { eventOf, inParallel, poster } from "./event.mjs";
import { answerMessages, cpuSeconds } from "./process.mjs";
import { graphileWorker } from "./queues/graphile-worker.mjs";
import { jetStream } from "./queues/jetstream.mjs";
import { pgBoss } from "./queues/pg-boss.mjs";

/** Deliveries per second with no store. */
async function floor({ count, concurrency, post }) {
  const events = Array.from({ length: count }, (_, index) => {
    const id = `floor_${index}`;
    return { id, content: JSON.stringify(eventOf(id)) };
  });
  const started = performance.now();
  await inParallel(events, concurrency, ({ id, content }) => post(id, content));
  return (1000 * count) / (performance.now() - started);
}

const senders = { floor, "graphile-worker": graphileWorker, "pg-boss": pgBoss, jetstream: jetStream };
const { name, origin, count, concurrency } = JSON.parse(process.argv[2]);
const { post, close } = poster(origin, concurrency);
answerMessages({
  async run() {
    const before = process.cpuUsage();
    const rate = await senders[name]({ count, concurrency, post });
    const cpu = cpuSeconds(before);
    await close();
    return { rate, cpu };
  },
});
process.send({ kind: "ready" });
