// The delivery engine's long trial: `node tools/delivery-outages.mjs --events 10000 --rounds 10`. An engine delivers to
// `oipkit receive`, and in each round both are killed, the receiver answers 503, and the engine's store fails. At the end, every event is
// in the receiver's inbox once. CONTRIBUTING.md describes the options. Exits with 1 if something is wrong, with 2 if it couldn't run.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { runTrial } from "./delivery-outages/trial.mjs";

const stores = ["sqlite", "postgres"];
const options = readOptions();
try {
  const reports = [];
  for (const kind of options.stores) {
    const random = randomFrom(options.seed);
    const log = options.json ? () => {} : (line) => console.log(line);
    const report = await runTrial(kind, { ...options, random }, log);
    reports.push(report);
    if (!options.json) show(report);
  }
  if (options.json) console.log(JSON.stringify({ seed: options.seed, reports }));
  process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
} catch (failure) {
  console.error(failure);
  process.exitCode = 2;
}

function readOptions() {
  const whole = (name, text, least) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least)
      usage(`--${name} must be a whole number from ${least}`);
    return value;
  };
  const text = (fallback) => ({ type: "string", default: fallback });
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        events: text("10000"),
        rounds: text("10"),
        "outage-ms": text("1500"),
        json: { type: "boolean" },
        seed: text(String(randomInt(2 ** 31))),
        store: { type: "string", multiple: true, default: stores },
        only: { type: "string", multiple: true },
        postgres: text(process.env.OIPKIT_TEST_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres"),
      },
    }));
  } catch (failure) {
    usage(failure.message);
  }
  const unknown = values.store.find((kind) => !stores.includes(kind));
  if (unknown !== undefined) usage(`--store must be one of ${stores.join(", ")}`);
  return {
    events: whole("events", values.events, 1),
    rounds: whole("rounds", values.rounds, 1),
    outageMs: whole("outage-ms", values["outage-ms"], 1),
    seed: whole("seed", values.seed, 0),
    stores: values.store,
    only: values.only,
    postgres: values.postgres,
    json: values.json === true,
  };
}

function usage(problem) {
  console.error(problem);
  console.error(
    "usage: node tools/delivery-outages.mjs [--events N] [--rounds N] [--outage-ms N] [--seed N] [--only OUTAGE] [--store sqlite|postgres] [--postgres URL] [--json]",
  );
  process.exit(2);
}

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

function show({ faults, ...report }) {
  console.log(report);
  console.log(
    faults.length === 0 ? `${report.store}: nothing lost` : faults.map((each) => `WRONG: ${each}`).join("\n"),
  );
}
