// A worker of the trial in a process of its own; the environment has its configuration.
import { startWorker } from "@oipkit/delivery/jetstream";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { countFailures, keyRing, openTrialCluster } from "./open.mjs";

const config = JSON.parse(process.env.TRIAL_CONFIG);
const { failures, observer } = countFailures();
const cluster = await openTrialCluster(config);
const worker = startWorker({
  cluster,
  protocol,
  keyRing: keyRing(config.key),
  allowedHosts: [config.host],
  observer,
});
process.on("message", async ({ kind }) => {
  if (kind === "figures") process.send({ kind, cpu: process.cpuUsage(), failures });
  if (kind !== "stop") return;
  await worker.stop();
  await cluster.close();
  process.disconnect();
});
process.on("disconnect", () => process.exit());
process.send({ kind: "ready" });
