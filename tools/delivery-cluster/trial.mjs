// One trial: two databases, three nodes, relays and workers as processes, which are killed at random while events are published.
import { setTimeout as delay } from "node:timers/promises";
import { checkShard } from "./check.mjs";
import { untilDelivered, withTrial } from "./setup.mjs";

/** Waits are short, so that a trial takes a minute; limits and attempts are the defaults. */
const settings = {
  timeoutMs: 2000,
  leaseMs: 6000,
  pollMs: 200,
  retryDelaysMs: [300, 500, 1000, 1000, 2000, 2000, 2000],
  circuitBaseMs: 200,
  circuitMaxMs: 1000,
  pauseAfter: 0,
};
const maxAttempts = 8;

/** Runs a trial; `log` gets a line per outage. */
export function runTrial(options, log) {
  return withTrial({ ...options, settings }, (parts) => killAndCheck(options, parts, log));
}

async function killAndCheck(options, { receiver, nodes, shards, programs }, log) {
  const { events, kills, databases, random, only } = options;
  await programs[0].start();
  await Promise.all(programs.slice(1).map((program) => program.start()));
  log("started");
  const began = performance.now();
  let last = began;
  receiver.setHanging(true);
  const publish = async () => {
    const batches = Math.ceil(events / databases / 50);
    for (let batch = 0; batch < batches; batch++) {
      await Promise.all(shards.map((shard) => shard.publish(Math.min(50, events / databases - batch * 50))));
      await delay((options.seconds * 1000) / batches);
    }
  };
  const outages = createOutages(options, { receiver, nodes, programs }, log);
  // Those that are asked for in turn, or any.
  const kinds = only?.split(",");
  const next = (index) => kinds?.[index % kinds.length] ?? pick(Object.keys(outages), random);
  const kill = async () => {
    for (let index = 0; index < kills; index++) {
      await delay((options.seconds * 1000) / (kills + 1));
      await outages[next(index)]();
      last = performance.now();
    }
  };
  await Promise.all([publish(), kill()]);
  receiver.setHanging(false);
  const released = performance.now();
  await untilDelivered(shards, options.patienceMs);
  const ended = performance.now();
  const figures = await Promise.all(programs.map(async (program) => [program.kind, await program.figures()]));
  await Promise.all(programs.map((program) => program.stop()));
  const checks = await Promise.all(shards.map((shard) => checkShard(shard, receiver, { maxAttempts })));
  const told = {};
  for (const [kind, { failures }] of figures)
    for (const [text, count] of Object.entries(failures))
      told[`${kind}: ${text}`] = (told[`${kind}: ${text}`] ?? 0) + count;
  return {
    events,
    kills,
    seconds: inSeconds(ended - began),
    secondsAfterLastKill: inSeconds(ended - Math.max(last, released)),
    requests: receiver.count(),
    shards: checks.map((check) => check.figures),
    told,
    faults: checks.flatMap(({ faults }) => faults),
  };
}

function createOutages({ random, brokerMs }, { receiver, nodes, programs }, log) {
  const killProgram = async (kind) => {
    const program = pick(
      programs.filter((each) => each.kind === kind),
      random,
    );
    await program.kill();
    log(`a ${kind} was killed, ${receiver.arrivals.size} events had come`);
    await delay(500);
    await program.start();
  };
  return {
    worker: () => killProgram("worker"),
    relay: () => killProgram("relay"),
    async node() {
      const index = Math.floor(random() * 3);
      await nodes.kill(index);
      log(`node ${index} was killed, ${receiver.arrivals.size} events had come`);
      await delay(1500);
      nodes.start(index);
      // Another one may be killed only when this one has caught up, as in production.
      await delay(3000);
    },
    async quorum() {
      await Promise.all([0, 1].map((index) => nodes.kill(index)));
      log(`two nodes were killed, ${receiver.arrivals.size} events had come`);
      await delay(brokerMs);
      for (const index of [0, 1]) nodes.start(index);
      await delay(3000);
    },
    async broker() {
      await Promise.all([0, 1, 2].map((index) => nodes.kill(index)));
      log(`all nodes were killed, ${receiver.arrivals.size} events had come`);
      await delay(brokerMs);
      for (const index of [0, 1, 2]) nodes.start(index);
      await delay(3000);
    },
    /** One that stands still for longer than its silence is allowed, and goes on with what it has read. */
    async frozen() {
      const program = pick(
        programs.filter((each) => each.kind === "worker"),
        random,
      );
      program.signal("SIGSTOP");
      log(`a worker was frozen, ${receiver.arrivals.size} events had come`);
      await delay(6000);
      program.signal("SIGCONT");
    },
  };
}

const inSeconds = (ms) => Math.round(ms / 100) / 10;
const pick = (list, random) => list[Math.floor(random() * list.length)];
