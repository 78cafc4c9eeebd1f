import type { Terminal } from "../../terminal/terminal.js";
import type { Progress as RunProgress } from "../run.js";

/** A progress line on standard error for large input; nothing if that isn't a terminal. */
export interface Progress {
  update(state: RunProgress): void;
  /** Erases the line before other output. */
  clear(): void;
}

const silent: Progress = { update() {}, clear() {} };

/** Least time between two updates of the line, in milliseconds. */
const interval = 100;
const barWidth = 24;

/** Progress towards `total` bytes; 0 if that isn't known. */
export function createProgress(terminal: Terminal, total: number): Progress {
  if (terminal.isTerminal?.err !== true) return silent;
  let last = terminal.now();
  let drawn = false;
  return {
    update(state) {
      const now = terminal.now();
      if (now - last < interval) return;
      last = now;
      drawn = true;
      terminal.err(`\r\u001b[K${lineOf(state, total)}`, "rendered");
    },
    clear() {
      if (drawn) terminal.err("\r\u001b[K", "rendered");
      drawn = false;
    },
  };
}

function lineOf({ bytes, documents, findings }: RunProgress, total: number): string {
  const counts = `${grouped(Math.round(bytes / 1e6))} MB, ${counted(documents, "document")}, ${counted(findings, "finding")}`;
  if (total === 0) return counts;
  const part = Math.min(1, bytes / total);
  const full = Math.round(part * barWidth);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] ${percent}% ${counts}`;
}

/** `1 finding`, `2,000 findings`; the same in every locale. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
