import { Worker } from "node:worker_threads";
import type { Hashed, HashWork } from "./serve.js";

/** A further thread that hashes. */
export interface HashThread {
  /** Resolves when no file is left; rejects if the thread fails. */
  readonly ended: Promise<void>;
  /** Ends the thread before that. */
  stop(): Promise<unknown>;
}

/** Starts a thread that hashes and hands over each result. */
export type StartHashThread = (work: HashWork, done: (hashed: Hashed) => void) => HashThread;

/** Starts a worker thread. */
export const startHashWorker: StartHashThread = (work, done) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: work });
  worker.on("message", done);
  const ended = new Promise<void>((end, fail) => {
    worker.once("error", fail);
    worker.once("exit", () => end());
  });
  return { ended, stop: () => worker.terminate() };
};
