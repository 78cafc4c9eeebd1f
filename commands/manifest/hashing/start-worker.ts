import { Worker } from "node:worker_threads";
import type { Hashed, HashWork } from "./hash-file.js";

/** A further thread that hashes. It waits for work, but doesn't keep the process running until it has some. */
export interface HashThread {
  /** Hashes until no file is left, and hands over each result. Rejects if the thread fails; to be called once. */
  serve(work: HashWork, done: (hashed: Hashed) => void): Promise<void>;
  /** Ends the thread before that. */
  stop(): Promise<unknown>;
}

/** Starts a thread that hashes. */
export type StartHashThread = () => HashThread;

/** Starts a worker thread. */
export const startHashWorker: StartHashThread = () => {
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.unref();
  const ended = new Promise<void>((end, fail) => {
    worker.once("error", fail);
    worker.once("exit", () => end());
  });
  // `serve` reports the failure.
  ended.catch(() => {});
  return {
    serve(work, done) {
      worker.ref();
      worker.postMessage(work);
      // The thread itself ends a little later.
      const finished = new Promise<void>((finish) => {
        worker.on("message", (message: Hashed | "done") => (message === "done" ? finish() : done(message)));
      });
      return Promise.race([ended, finished]);
    },
    stop: () => worker.terminate(),
  };
};
