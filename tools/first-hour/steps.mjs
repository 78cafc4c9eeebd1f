// Runs the commands of a newcomer and measures how long each step takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", npm_config_update_notifier: "false" };

/** How long anything may take, in milliseconds, before it counts as hanging. */
const deadline = 300_000;

/** Runs a step, and prints its name and how long it took. */
export async function step(name, run) {
  const start = performance.now();
  const result = await run();
  console.log(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Runs a command until it exits. Throws, with its output, if it doesn't exit with one of the codes. */
export async function run(cwd, [command, ...args], codes = [0]) {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const timer = setTimeout(() => child.kill("SIGKILL"), deadline);
  const [code] = await once(child, "close").finally(() => clearTimeout(timer));
  if (!codes.includes(code))
    throw new Error(`${[command, ...args].join(" ")} exited with ${code}\n${output}`);
  return output;
}

/** Starts a command in a process group of its own. `until` waits for a text in its output, `stop` ends the group. */
export function start(cwd, [command, ...args]) {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = once(child, "close");
  let output = "";
  let isRunning = true;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  ended.then(() => {
    isRunning = false;
  });
  return {
    output: () => output,
    async until(pattern) {
      const end = performance.now() + deadline;
      while (!pattern.test(output)) {
        if (!isRunning || performance.now() > end)
          throw new Error(`expected ${pattern} in the output:\n${output}`);
        await wait(50);
      }
      return output;
    },
    async stop() {
      if (isRunning) process.kill(-child.pid, "SIGINT");
      await ended;
    },
  };
}
