// A relay of the trial in a process of its own; the environment has its configuration.
import { createRelay } from "@oipkit/delivery/jetstream";
import { countFailures, openTrialCluster, openTrialDelivery, openTrialStore } from "./open.mjs";

const config = JSON.parse(process.env.TRIAL_CONFIG);
const { failures, observer } = countFailures();
// Without a broker, the engine posts itself.
const cluster = config.servers === undefined ? undefined : await openTrialCluster(config);
const store = await openTrialStore(config);
const relay = cluster === undefined ? undefined : createRelay({ cluster, shard: config.shard });
const delivery = openTrialDelivery(store, config, { sender: relay?.sender, observer });
delivery.start();
process.on("message", async ({ kind }) => {
  if (kind === "figures")
    process.send({ kind, cpu: process.cpuUsage(), failures, report: await relay?.report() });
  if (kind !== "stop") return;
  await delivery.stop();
  await store.close();
  await cluster?.close();
  process.disconnect();
});
process.on("disconnect", () => process.exit());
process.send({ kind: "ready" });
