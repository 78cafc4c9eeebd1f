import { parentPort, workerData } from "node:worker_threads";
import type { CheckSettings } from "../unit.js";
import { type ServedPort, serve } from "./serve.js";

await serve(parentPort as unknown as ServedPort, workerData as CheckSettings);
