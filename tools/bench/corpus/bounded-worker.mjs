import { fork } from "node:child_process";
import { limitTime } from "./time-limit.mjs";

/**
 * @typedef {object} Limits
 * @property {number} seconds of processor time for one task
 * @property {number} megabytes of a process's heap
 * @property {number} tasks that one process does, one after the other
 *
 * @typedef {{ readonly kind: "done", readonly answer: any } | { readonly kind: "timeout" | "memory" | "crashed", readonly end: string }} Done
 */

/** How much of what a process prints is kept, in characters. */
const maxPrinted = 4000;

/**
 * A process that does tasks, which are messages, one at a time. A task that ends the process or takes too long is done again in
 * a new one, so that no outcome depends on the tasks before it.
 */
export class BoundedWorker {
  #program;
  #limits;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  #served = 0;
  #printed = "";
  #isClosed = false;

  /** @param {{ program: string, args?: readonly string[], node?: string, limits: Limits }} program */
  constructor({ program, args = [], node = process.execPath, limits }) {
    this.#program = { program, args, node };
    this.#limits = limits;
  }

  /**
   * @param {unknown} task
   * @returns {Promise<Done & { readonly milliseconds: number }>}
   */
  async do(task) {
    if (this.#isClosed) return { kind: "crashed", end: "", milliseconds: 0 };
    if (this.#served >= this.#limits.tasks) this.#end();
    const isFirst = this.#served === 0;
    const done = await this.#attempt(task);
    if (done.kind === "done" || isFirst || this.#isClosed) return done;
    return this.#attempt(task);
  }

  /** Ends the process, and the task that it does, for good. */
  close() {
    this.#isClosed = true;
    this.#end();
  }

  #end() {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
    this.#served = 0;
    this.#printed = "";
  }

  async #attempt(task) {
    const started = performance.now();
    this.#child ??= this.#start();
    this.#served++;
    const done = await this.#answer(this.#child, task);
    if (done.kind !== "done") this.#end();
    return { ...done, milliseconds: performance.now() - started };
  }

  /**
   * @param {import("node:child_process").ChildProcess} child
   * @returns {Promise<Done>}
   */
  #answer(child, task) {
    return new Promise((resolve) => {
      const finish = (done) => {
        stop();
        child.removeAllListeners();
        resolve(done);
      };
      const stop = limitTime(child.pid ?? 0, this.#limits.seconds, () =>
        finish({ kind: "timeout", end: "" }),
      );
      child.on("message", (answer) => finish({ kind: "done", answer }));
      child.on("error", (error) => finish({ kind: "crashed", end: error.message }));
      // What a dying process prints arrives until its streams are closed.
      child.on("close", () => {
        const ranOut = /FATAL ERROR:.*(?:heap|memory)/i.test(this.#printed);
        finish({ kind: ranOut ? "memory" : "crashed", end: this.#printed.slice(-maxPrinted) });
      });
      child.send(task, (error) => error && finish({ kind: "crashed", end: error.message }));
    });
  }

  #start() {
    const { program, args, node } = this.#program;
    const { NODE_OPTIONS: _options, FORCE_COLOR: _color, ...env } = process.env;
    const child = fork(program, [...args], {
      execPath: node,
      execArgv: [`--max-old-space-size=${this.#limits.megabytes}`],
      env: { ...env, NO_COLOR: "1", DO_NOT_TRACK: "1" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text) => {
        this.#printed = `${this.#printed}${text}`.slice(-4 * maxPrinted);
      });
    }
    return child;
  }
}
