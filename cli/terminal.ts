/** Where a command reads and writes; tests hand in their own. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Findings and results. */
  out(text: string): void;
  /** Progress, summaries and errors of use. */
  err(text: string): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Ends a command that runs until it is told to stop. */
  readonly signal: AbortSignal;
  /** What standard input brings; absent where there is none. */
  readonly stdin?: () => AsyncIterable<Uint8Array>;
  /** Whether a person looks at the stream; absent: nobody does. */
  readonly isTerminal?: { readonly out: boolean; readonly err: boolean };
  /** Resolves when the reader of `out` has kept up, so that output doesn't pile up in memory. */
  drained?(): Promise<void>;
  /** Comes when nobody reads `out` any more. */
  readonly outClosed?: AbortSignal;
}

/** 0: fine. 1: findings. 2: couldn't run. */
export type ExitCode = 0 | 1 | 2;
