// A program of the trial that is started, killed and asked.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** @param {"relay" | "worker"} kind @param {object} config */
export function createProgram(kind, config) {
  const file = fileURLToPath(new URL(`${kind}-process.mjs`, import.meta.url));
  let child;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    kind,
    async start() {
      child = fork(file, { env: { PATH: process.env.PATH, TRIAL_CONFIG: JSON.stringify(config) } });
      const own = child;
      const early = once(own, "exit").then(() => {
        if (own === child && own.exitCode !== 0 && own.exitCode !== null)
          console.error(`a ${kind} exited with ${own.exitCode}`);
      });
      await Promise.race([once(own, "message"), early]);
    },
    async kill() {
      if (!isRunning()) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    signal: (signal) => child?.kill(signal),
    /** Processor time in seconds, and what it was told of failures. */
    async figures() {
      if (!isRunning()) return { cpu: 0, failures: {} };
      child.send({ kind: "figures" });
      const [{ cpu, ...rest }] = await once(child, "message");
      return { ...rest, cpu: (cpu.user + cpu.system) / 1e6 };
    },
    async stop() {
      if (!isRunning()) return;
      const ended = once(child, "exit");
      child.send({ kind: "stop" });
      await ended;
    },
  };
}
