import { Worker } from "node:worker_threads";
import type { CheckSettings } from "../unit.js";
import type { Channel } from "./worker-pool.js";

/** Parsed lines are short-lived; a small young generation keeps a thread's memory small and its caches warm. */
const youngMegabytes = 16;

/** Starts a worker thread that checks with the given settings. */
export function startWorker(settings: CheckSettings): Channel {
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  return worker as Channel;
}
