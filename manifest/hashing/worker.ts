import { parentPort, workerData } from "node:worker_threads";
import { type HashWork, serve } from "./serve.js";

await serve(workerData as HashWork, (hashed) => parentPort?.postMessage(hashed));
