// A receiver with a small heap under every attack without credentials at once, and good deliveries beside them.
import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { countOf, readOptions } from "../command-line.mjs";
import { describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { deliveryOf } from "./deliveries.mjs";
import { benchFolder, root } from "./paths.mjs";
import { startReceiver } from "./siege-receiver.mjs";
import { judge, section } from "./siege-section.mjs";

const help = `Usage: node tools/bench/receiver/siege.mjs [options]

  --seconds N      how long the attacks last                  (default: 60)
  --rate N         good deliveries per second                 (default: 50)
  --store STORE    memory or sqlite                           (default: memory)
  --attack TEXT    only attacks with this in their name       (default: all)
  --results FILE   Markdown to write the section into         (default: tools/bench/RESULTS.md)
  --date DATE      the date that the results bear             (default: today)

Exit codes: 0 the receiver withstood, 1 it didn't, 2 couldn't run.
`;

const heap = 256;

/** Delivers on a connection of its own, as most senders do. Resolves to the status, or the error's code. */
function deliver(port, id) {
  const { headers, body } = deliveryOf(id);
  const started = performance.now();
  return new Promise((done) => {
    const end = (status) => done({ status, ms: performance.now() - started });
    const options = { port, host: "127.0.0.1", method: "POST", headers, agent: false, timeout: 30_000 };
    const sent = request(options, (response) => {
      response.resume();
      end(response.statusCode);
    });
    sent.on("timeout", () => sent.destroy(new Error("timeout")));
    sent.on("error", (error) => end(error.code ?? error.message));
    sent.end(body);
  });
}

/** Delivers at a steady rate, whether earlier deliveries are answered or not. */
async function deliverFor(receiver, { seconds, rate, prefix, onSample = () => {} }) {
  const pending = [];
  const started = performance.now();
  for (let index = 0; index < seconds * rate; index++) {
    if (receiver.hasEnded()) break;
    pending.push(deliver(receiver.port, `${prefix}_${index}`));
    if (index % rate === 0) onSample();
    await wait(Math.max(0, started + ((index + 1) * 1000) / rate - performance.now()));
  }
  return Promise.all(pending);
}

async function besiege(receiver, { seconds, rate, attack }) {
  await deliverFor(receiver, { seconds: 3, rate, prefix: "before" });
  const memory = { start: receiver.memory(), samples: [], end: 0 };
  const readiness = new Map();
  const ask = async () => {
    const answer = await fetch(receiver.healthUrl).catch((error) => ({ status: error.message }));
    readiness.set(answer.status, (readiness.get(answer.status) ?? 0) + 1);
  };
  let counts = {};
  const attackers = fork(join(benchFolder, "siege-attacks.mjs"), [String(receiver.port), attack]);
  attackers.on("message", (given) => {
    counts = given;
  });
  const onSample = () => {
    memory.samples.push(receiver.memory());
    ask();
  };
  let good;
  try {
    good = await deliverFor(receiver, { seconds, rate, prefix: "siege", onSample });
  } finally {
    attackers.kill("SIGKILL");
  }
  const after = await deliverFor(receiver, { seconds: 5, rate, prefix: "after" });
  memory.end = receiver.memory();
  return { good: [...good, ...after], wanted: (seconds + 5) * rate, memory, counts, readiness };
}

async function main() {
  const values = readOptions(help, {
    seconds: { type: "string", default: "60" },
    rate: { type: "string", default: "50" },
    store: { type: "string", default: "memory" },
    attack: { type: "string", default: "" },
  });
  if (values === undefined) return 0;
  const [seconds, rate] = [countOf(values, "seconds"), countOf(values, "rate")];
  if (!["memory", "sqlite"].includes(values.store)) throw new Error("--store is memory or sqlite");
  if (!existsSync(join(root, "dist/cli/index.js"))) throw new Error("dist/ isn't built; run `npm run build`");
  const folder = mkdtempSync(join(tmpdir(), "oipkit-siege-"));
  const store = values.store === "memory" ? "memory" : `sqlite:${join(folder, "siege.db")}`;
  const receiver = await startReceiver({ store, heap });
  try {
    const facts = await besiege(receiver, { seconds, rate, attack: values.attack });
    const result = judge(facts);
    const body = section({
      facts,
      result,
      seconds,
      rate,
      heap,
      store: values.store,
      date: values.date,
      machine: describeMachine(),
    });
    const name = values.store === "memory" ? "siege" : `siege ${values.store}`;
    if (values.attack === "") await writeSection(resolve(values.results), name, body);
    process.stdout.write(body);
    if (result.withstood) return 0;
    return 1;
  } finally {
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/receiver siege: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
