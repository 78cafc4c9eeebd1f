import { Worker } from "node:worker_threads";

/** Milliseconds for one text, and for all texts of a pattern that weren't matched in time. */
const deadline = 1_000;
const mostDelays = 3;

const program = `
const { parentPort } = require("node:worker_threads");
// From each character on: V8 would also begin in the middle of a surrogate pair.
const matches = ({ source, flags, text }) => {
  if (!flags.includes("u") || !/[^\\0-\\uffff]/u.test(text)) return new RegExp(source, flags).test(text);
  const expression = new RegExp(source, flags + "y");
  let at = 0;
  for (const character of [...text, ""]) {
    expression.lastIndex = at;
    if (expression.test(text)) return true;
    at += character.length;
  }
  return false;
};
parentPort.on("message", ({ result, ...search }) => {
  Atomics.store(result, 0, matches(search) ? 2 : 1);
  Atomics.notify(result, 0);
});
`;

let worker: Worker | undefined;
let timeLeft: () => number = () => deadline;

/** Runs what has only so many milliseconds left: no text is then tried for longer, either. */
export function withTimeLeft<Result>(left: () => number, run: () => Result): Result {
  const before = timeLeft;
  timeLeft = left;
  try {
    return run();
  } finally {
    timeLeft = before;
  }
}

/**
 * Tests texts in a thread that is ended when one takes longer than a second; after three such texts, no other is tried. Throws what
 * `makeLimit` makes then.
 */
export function deadlineTest({ source, flags }: RegExp, makeLimit: () => Error): (text: string) => boolean {
  let delays = 0;
  return (text) => {
    if (delays >= mostDelays) throw makeLimit();
    const time = Math.min(deadline, timeLeft());
    if (time <= 0) throw makeLimit();
    worker ??= startWorker();
    const result = new Int32Array(new SharedArrayBuffer(4));
    worker.postMessage({ source, flags, text, result });
    Atomics.wait(result, 0, 0, time);
    if (result[0] !== 0) return result[0] === 2;
    if (time === deadline) delays += 1;
    void worker.terminate();
    worker = undefined;
    throw makeLimit();
  };
}

function startWorker(): Worker {
  const started = new Worker(program, { eval: true, stdin: false });
  // A run doesn't wait for it.
  started.unref();
  return started;
}
