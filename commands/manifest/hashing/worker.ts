import { parentPort } from "node:worker_threads";
import { type HashWork, serve } from "./hash-file.js";

parentPort?.once("message", async (work: HashWork) => {
  await serve(work, (hashed) => parentPort?.postMessage(hashed));
  parentPort?.postMessage("done");
});
