// The trial of deliveries past one machine: `node tools/delivery-cluster.mjs --events 10000 --kills 20`. Two databases, three nodes of
// NATS JetStream and four workers; relays, workers and nodes are killed with SIGKILL at random. At the end, every event was accepted, nothing
// came more often than its attempts are recorded, and first attempts began in order. CONTRIBUTING.md describes the options. Exits with 1 if
// something is wrong, with 2 if it couldn't run.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { measureThroughput } from "./delivery-cluster/throughput.mjs";
import { runTrial } from "./delivery-cluster/trial.mjs";

const text = (fallback) => ({ type: "string", default: String(fallback) });
try {
  const { values } = parseArgs({
    options: {
      events: text(10_000),
      kills: text(20),
      seconds: text(120),
      workers: text(4),
      relays: text(1),
      databases: text(2),
      endpoints: text(20),
      "failing-share": text(0.03),
      "broker-ms": text(10_000),
      "patience-ms": text(120_000),
      only: { type: "string" },
      throughput: { type: "string" },
      seed: text(randomInt(2 ** 31)),
      json: { type: "boolean", default: false },
      postgres: text(process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres"),
    },
  });
  const number = (name) => {
    const value = Number(values[name]);
    if (!(value >= 0)) throw new Error(`--${name} must be a number from 0`);
    return value;
  };
  const { json, only, postgres, throughput } = values;
  const seed = number("seed");
  const log = json ? () => {} : (line) => console.log(line);
  const options = {
    events: number("events"),
    kills: number("kills"),
    seconds: number("seconds"),
    workers: number("workers"),
    relays: number("relays"),
    databases: number("databases"),
    endpoints: number("endpoints"),
    failingShare: number("failing-share"),
    brokerMs: number("broker-ms"),
    patienceMs: number("patience-ms"),
    random: randomFrom(seed),
    only,
    postgres,
  };
  if (throughput === undefined) await runOnce();
  else await runThroughput(throughput.split(",").map(Number));

  async function runOnce() {
    const report = await runTrial(options, log);
    if (json) console.log(JSON.stringify({ seed, ...report }));
    else {
      console.dir(report, { depth: 4 });
      console.log(report.faults.length === 0 ? "nothing lost" : `WRONG; --seed ${seed}`);
    }
    process.exitCode = report.faults.length > 0 ? 1 : 0;
  }

  async function runThroughput(counts) {
    for (const workers of counts) {
      const figures = await measureThroughput({ ...options, workers, failingShare: 0 });
      console.log(JSON.stringify(figures));
      if (figures.deliveries !== options.events) process.exitCode = 1;
    }
  }
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}
// The client of NATS leaves a timer of its connections.
process.stdout.write("", () => process.exit());

/** The order of outages; mulberry32, whose sequence follows from the seed. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
