// An engine in a process of its own, which the trial kills. It publishes the ranges that the trial asks for, and says what is published.
import { setTimeout as delay } from "node:timers/promises";
import { application, eventOf } from "./event.mjs";
import { openEngine, openStore } from "./open-engine.mjs";

const config = JSON.parse(process.env.OUTAGES_CONFIG);
const store = await openStore(config);
let failures = 0;
const delivery = openEngine(store, config, { onFailure: () => void failures++ });
delivery.start();

const batch = 10;
let target = 0;
let published = 0;
let isPublishing = false;

process.on("message", async (message) => {
  if (message.kind === "stop") {
    await delivery.stop();
    await store.close();
    return process.disconnect();
  }
  if (target === 0) published = message.first;
  target = message.end;
  if (isPublishing) return;
  isPublishing = true;
  while (published < target) await publishBatch(message.pauseMs);
  isPublishing = false;
});
process.on("disconnect", () => process.exit());
process.send({ kind: "ready" });

async function publishBatch(pauseMs) {
  const numbers = Array.from(
    { length: Math.min(batch, target - published) },
    (_, index) => published + index,
  );
  try {
    const outcomes = await Promise.all(
      numbers.map((each) => delivery.publish(eventOf(each), { application })),
    );
    const other = outcomes.find(({ kind }) => kind !== "published");
    if (other !== undefined)
      throw Object.assign(new Error(`not published: ${other.reason}`), { final: true });
    published += numbers.length;
    const repeated = outcomes.filter(({ isRepeated }) => isRepeated).length;
    process.send({ kind: "published", end: published, repeated, failures });
  } catch (failure) {
    if (failure.final || failure.name === "DeliveryError") throw failure;
    // The store is out: what became of the batch is unknown, so it is published again.
    process.send({ kind: "unpublished", code: failure.code ?? failure.name });
  }
  await delay(pauseMs);
}
