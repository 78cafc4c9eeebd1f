#!/usr/bin/env node
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { commands, main } from "./main.js";

const [, , name = ""] = process.argv;
const ending = new AbortController();
const takeSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
};
if (Object.hasOwn(commands, name) && commands[name]?.endsItself === true) takeSignals();

const outClosed = new AbortController();
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  outClosed.abort();
});

let readsInput = false;

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  now: () => performance.now(),
  signal: ending.signal,
  takeSignals,
  stdin: () => {
    readsInput = true;
    return process.stdin;
  },
  isTerminal: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  prompt:
    process.stderr.isTTY && process.stdin.isTTY
      ? { input: process.stdin, output: process.stderr }
      : undefined,
  drained: async () => {
    if (!process.stdout.writableNeedDrain || outClosed.signal.aborted) return;
    await once(process.stdout, "drain", { signal: outClosed.signal }).catch(() => {});
  },
  outClosed: outClosed.signal,
});

// An open standard input would keep the process alive.
if (readsInput) process.stdin.destroy();
