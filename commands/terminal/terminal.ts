import type { Readable, Writable } from "node:stream";

/** Where questions are asked and answered. */
export interface Prompt {
  readonly input: Readable;
  readonly output: Writable;
}

/** The input and output of a command; tests pass their own. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Findings and results. */
  out(text: string, kind?: TextKind): void;
  /** Progress, summaries and usage errors. */
  err(text: string, kind?: TextKind): void;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Stops a long-running command. */
  readonly signal: AbortSignal;
  /** From now on, SIGINT and SIGTERM abort `signal` instead of ending the process, which they do even while it computes. */
  takeSignals?(): void;
  /** Standard input; absent if there is none. */
  readonly stdin?: () => AsyncIterable<Uint8Array>;
  /** Whether each stream is a terminal; absent: neither is. */
  readonly isTerminal?: { readonly out: boolean; readonly err: boolean };
  /** Absent unless somebody can answer: standard input and error are terminals. */
  readonly prompt?: Prompt | undefined;
  /** Resolves when the reader of `out` has caught up, so that output doesn't accumulate in memory. */
  drained?(): Promise<void>;
  /** Aborted when the reader of `out` has closed it. */
  readonly outClosed?: AbortSignal;
}

/**
 * `text`, the default: what isn't printable becomes an escape. `rendered`: written unchanged, for reports whose format
 * has escaped every text already, and for the cursor movements of a progress line.
 */
export type TextKind = "text" | "rendered";

/** 0: fine. 1: findings. 2: couldn't run. */
export type ExitCode = 0 | 1 | 2;
