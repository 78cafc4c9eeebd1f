// One trial: events are published while the receiver, the engine's store and the engine fail, round after round.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { check } from "./check.mjs";
import { createEngineProcess } from "./engine.mjs";
import { application, type } from "./event.mjs";
import { openEngine, openStore } from "./open-engine.mjs";
import { placeOf } from "./place.mjs";
import { createReceiverProcess } from "./receiver.mjs";
import { startRecorder } from "./recorder.mjs";

const actor = "delivery-outages";
const maxAttempts = 8;
/** A part of the conformance suite: acknowledgement, and what is stored. */
const conformed = ["6.3.6/*"];

/** Runs one trial; `log` gets a line per outage. Rejects if it can't be run. */
export async function runTrial(kind, options, log = () => {}) {
  const { events, rounds, outageMs, random, postgres, only } = options;
  const folder = mkdtempSync(join(tmpdir(), "oipkit-outages-"));
  const place = await placeOf(kind, { folder, postgres });
  const key = randomBytes(32).toString("base64");
  const ends = [];
  try {
    let receiver;
    const recorder = await startRecorder(() => receiver.port);
    ends.push(recorder.close);
    const store = await openStore(place.config);
    ends.push(() => store.close());
    await store.migrate();
    const config = { ...place.config, key, host: recorder.host, publishPauseMs: pauseOf(options) };
    const operator = openEngine(store, config);
    const created = await operator.credentials.ensure(application, { actor });
    const secretOf = (wanted) => created.find((version) => version.kind === wanted).secret;
    receiver = createReceiverProcess({
      file: join(folder, "inbox.db"),
      secret: secretOf("signing-secret"),
      token: secretOf("verification-token"),
    });
    ends.push(receiver.end);
    await receiver.start();
    const conformance = await receiver.conform(conformed);
    await saveEndpoint(operator, `http://${recorder.host}/`);

    const engine = createEngineProcess(config);
    ends.push(engine.end);
    await engine.start();
    const began = performance.now();
    const outages = [];
    for (let round = 1; round <= rounds; round++) {
      engine.publish(Math.round((events * round) / rounds));
      for (const [name, outage] of shuffled(outagesOf({ place, receiver, engine, outageMs, only }), random)) {
        await progress(recorder, Math.ceil(events / rounds / 8), outageMs);
        const requests = recorder.counts.requests;
        await outage();
        outages.push(name);
        log(
          `${kind} round ${round}: ${name}, ${requests} requests before, ${engine.seen.published} published`,
        );
      }
    }
    await settled(store, engine, events);
    const seconds = (performance.now() - began) / 1000;
    await engine.stop();
    await receiver.stop();
    const inbox = await receiver.inbox();
    const { faults, figures } = await check({ store, inbox, recorder, events, maxAttempts });
    if (conformance.code !== 0) faults.push(`the receiver doesn't conform: ${conformance.text}`);
    return {
      store: kind,
      events,
      rounds,
      outages: outages.length,
      seconds: Math.round(seconds * 10) / 10,
      conformance: conformance.text.split("\n").slice(0, 2).join("; "),
      ...figures,
      engine: engine.seen,
      faults: [...faults, ...engine.seen.unexpected],
    };
  } finally {
    for (const end of ends.reverse()) await end();
    await place.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publication of a round takes about as long as its outages. */
function pauseOf({ events, rounds, outageMs }) {
  const batches = events / rounds / 10;
  return Math.max(1, Math.round((6 * outageMs) / batches));
}

async function saveEndpoint({ endpoints }, url) {
  const test = await endpoints.test(application, url);
  if (!test.verified) throw new Error(`the receiver isn't verified: ${test.reason}`);
  const { proof, revision } = test;
  await endpoints.save({
    application,
    url,
    eventTypes: [type],
    proof,
    revision,
    operationId: "save-1",
    actor,
  });
}

function outagesOf({ place, receiver, engine, outageMs, only }) {
  const all = [
    ...Object.entries(place.outages).map(([name, fail]) => [name, () => fail(outageMs)]),
    [
      "receiver-killed",
      async () => {
        await receiver.kill();
        await delay(outageMs);
        await receiver.start();
      },
    ],
    [
      "receiver-503",
      async () => {
        await receiver.setFailing(true);
        await delay(outageMs);
        await receiver.setFailing(false);
      },
    ],
    [
      "engine-killed",
      async () => {
        await engine.kill();
        await engine.start();
      },
    ],
  ];
  if (only === undefined) return all;
  return all.filter(([name]) => only.includes(name));
}

/** Waits for some requests, so that an outage hits work, but not for long: an earlier outage may still have an effect. */
async function progress(recorder, count, outageMs) {
  const target = recorder.counts.requests + count;
  const until = performance.now() + 4 * outageMs + 2000;
  while (recorder.counts.requests < target && performance.now() < until) await delay(5);
}

const patienceMs = 900_000;

/** Until everything is published and settled. What isn't by then is a fault that the check finds. */
async function settled(store, engine, events) {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (engine.seen.unexpected.length > 0) return;
    const { open } = await store.db
      .selectFrom("deliveries")
      .select(({ fn }) => fn.countAll().as("open"))
      .where("state", "in", ["pending", "sending"])
      .executeTakeFirstOrThrow();
    if (engine.seen.published >= events && Number(open) === 0) return;
    await delay(100);
  }
}

function shuffled(list, random) {
  const rest = [...list];
  const result = [];
  while (rest.length > 0) result.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return result;
}
