import { fork } from "node:child_process";

const usualDeadlineMs = 420_000;

/**
 * A process of the benchmark, which takes commands as messages and answers `{ kind: "failed", reason }` if it can't.
 * @param {string} file
 * @param {object} task its only argument, as JSON
 * @param {AbortSignal} signal kills it
 */
export function startProcess(file, task, signal) {
  const child = fork(file, [JSON.stringify(task)]);
  const end = () => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const message = (kind, deadlineMs = usualDeadlineMs) => nextMessage(child, { kind, deadlineMs });
  return {
    message,
    /** Sends a message and waits for one of a kind. */
    ask(request, kind, deadlineMs) {
      const answer = message(kind, deadlineMs);
      child.send(request);
      return answer;
    },
    /** Kills it, and resolves when it has ended. */
    async end() {
      signal.removeEventListener("abort", end);
      if (child.exitCode === null && child.signalCode === null) end();
      await exited;
    },
  };
}

/** The next message of a kind. Rejects if it doesn't come in time, or if the process ends. */
function nextMessage(child, { kind, deadlineMs }) {
  return new Promise((resolve, reject) => {
    const settle = (how, value) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      how(value);
    };
    const onMessage = (found) => {
      if (found.kind === "failed") settle(reject, new Error(found.reason));
      else if (found.kind === kind) settle(resolve, found);
    };
    const onExit = (code, by) =>
      settle(reject, new Error(`a process ended with ${by ?? code} before "${kind}"`));
    const late = () => settle(reject, new Error(`no "${kind}" in ${deadlineMs / 1000} s`));
    const timer = setTimeout(late, deadlineMs);
    child.on("message", onMessage);
    child.on("exit", onExit);
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  });
}

/**
 * In a process of the benchmark: does what messages ask for and answers each with one.
 * @param {Readonly<Record<string, (request: any) => unknown>>} actions by kind; an answer's kind is the request's with `-done`
 */
export function answerMessages(actions) {
  const fail = (error) => process.send?.({ kind: "failed", reason: String(error?.stack ?? error) });
  process.on("disconnect", () => process.exit(0));
  process.on("unhandledRejection", fail);
  process.on("message", (request) => {
    Promise.resolve(actions[request.kind](request)).then(
      (result) => process.send?.({ ...result, kind: `${request.kind}-done` }),
      fail,
    );
  });
}

/** Processor time of this process, in all its threads, since an earlier `process.cpuUsage()`. */
export function cpuSeconds(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
