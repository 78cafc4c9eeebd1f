#!/usr/bin/env node
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { main } from "./main.js";

/** How long a command may take to end after a signal, in milliseconds. */
const graceMs = 900;

const ending = new AbortController();
const taken = ["SIGINT", "SIGTERM"] as const;

let takes = false;

function takeSignals(): void {
  if (takes) return;
  takes = true;
  for (const signal of taken) process.on(signal, end);
}

/** Ends a command that has taken signals: by itself at first; by the system at the next signal, or if it takes too long. */
function end(signal: NodeJS.Signals): void {
  const leave = (): void => {
    for (const each of taken) process.removeListener(each, end);
  };
  if (ending.signal.aborted) {
    leave();
    process.kill(process.pid, signal);
    return;
  }
  ending.abort();
  // The system ends even a process that computes. A signal that has arrived already would be lost by then.
  setImmediate(leave);
  setTimeout(() => process.kill(process.pid, signal), graceMs).unref();
}

// npm runs a command in a shell. A signal to npm ends that shell, which passes nothing on and leaves this process behind.
if (process.env.npm_execpath !== undefined) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}

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

// A command that couldn't run, or was stopped, may have left a connection or a thread of what it began. Only what it has printed is awaited.
if (process.exitCode === 2 || ending.signal.aborted)
  process.stdout.write("", () => process.stderr.write("", () => process.exit()));
