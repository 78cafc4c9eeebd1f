// How many deliveries a second, and the processor time of each part, with so many workers; 0 is an engine that posts itself.
import { setTimeout as delay } from "node:timers/promises";
import { readProcessorTime } from "./nodes.mjs";
import { untilDelivered, withTrial } from "./setup.mjs";

const idleMs = 5000;

/**
 * Delivers events that wait, and returns figures: microseconds of processor time for each delivery beyond what a part needs when it has nothing to do,
 * which is in percent of a core.
 */
export function measureThroughput(options) {
  const name = `oipkit_cluster_${process.pid}_${options.workers}`;
  const postgres = `${options.postgres}?application_name=${name}`;
  return withTrial({ ...options, postgres, settings: {} }, async (trial) => {
    const { receiver, nodes, shards, programs, admin } = trial;
    const { events, databases, workers } = options;
    await Promise.all(shards.map((shard) => shard.publish(events / databases)));
    // Their own connections publish and ask; they aren't measured.
    const apart = await backends(admin, name);
    await Promise.all(programs.filter(({ kind }) => kind === "worker").map((program) => program.start()));
    const cpu = async () => {
      const figures = await Promise.all(
        programs.map(async (each) => [each.kind, (await each.figures()).cpu]),
      );
      const sum = (kind) => figures.reduce((total, [each, used]) => total + (each === kind ? used : 0), 0);
      const own = (await backends(admin, name)).filter((pid) => !apart.includes(pid));
      const database = own.reduce((total, pid) => total + readProcessorTime(pid), 0);
      return { relay: sum("relay"), database, broker: nodes?.cpu() ?? 0, worker: sum("worker") };
    };
    await Promise.all(programs.filter(({ kind }) => kind === "relay").map((program) => program.start()));
    // Neither how it begins, with code that isn't compiled yet, nor its last deliveries.
    const sample = async (share) => {
      while (receiver.count() < share * events) await delay(20);
      return { at: performance.now(), count: receiver.count(), used: await cpu() };
    };
    const first = await sample(0.3);
    const last = await sample(0.95);
    await untilDelivered(shards, options.patienceMs);
    const made = last.count - first.count;
    // What the parts need when there is nothing to do is theirs, not a delivery's.
    await delay(idleMs);
    const rested = { at: performance.now(), used: await cpu() };
    await delay(idleMs);
    const idle = { at: performance.now(), used: await cpu() };
    const idlePart = (part) => (1000 * (idle.used[part] - rested.used[part])) / (idle.at - rested.at);
    const parts = Object.keys(idle.used);
    const perDelivery = (part) => {
      const used = last.used[part] - first.used[part] - (idlePart(part) * (last.at - first.at)) / 1000;
      return Math.round((used / made) * 1e6);
    };
    const by = (figure) => Object.fromEntries(parts.map((part) => [part, figure(part)]));
    const streams = (await programs[0].figures()).report?.streams;
    return {
      workers,
      deliveries: receiver.accepted.size,
      requests: receiver.count(),
      perSecond: Math.round((made * 1000) / (last.at - first.at)),
      /** Of one database, with the messages of its attempts and of its results. */
      perMessage: [streams?.attempts, streams?.results].map(
        (stream) => stream && Math.round((10 * events) / databases / stream.messages) / 10,
      ),
      microseconds: by(perDelivery),
      idlePercent: by((part) => Math.round(1000 * idlePart(part)) / 10),
    };
  });
}

async function backends(admin, name) {
  const { rows } = await admin.query("select pid from pg_stat_activity where application_name = $1", [name]);
  return rows.map(({ pid }) => pid);
}
