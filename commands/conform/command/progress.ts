import type { Terminal } from "../../terminal/terminal.js";
import type { CaseResult } from "../result/result.js";
import type { Progress } from "../run/run.js";

/** A progress line on standard error; nothing if that isn't a terminal. */
export interface RunProgress {
  update(result: CaseResult, progress: Progress): void;
  /** Erases the line before other output. */
  clear(): void;
}

/** Least time between two updates of the line, in milliseconds. */
const interval = 50;

/** Progress on standard error; nothing if that isn't a terminal. */
export function createRunProgress(terminal: Terminal): RunProgress {
  if (terminal.isTerminal?.err !== true) return { update() {}, clear() {} };
  let failed = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    update({ result }, { done, total }) {
      if (result === "failed") failed++;
      const now = terminal.now();
      if (now - last < interval && done < total) return;
      last = now;
      terminal.err(`\r\u001b[K${done} of ${total} cases, ${failed} failed`, "rendered");
    },
    clear() {
      if (last !== Number.NEGATIVE_INFINITY) terminal.err("\r\u001b[K", "rendered");
    },
  };
}
