import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** What came back instead of a line, or the line. */
export type LibraryOutput =
  | { readonly kind: "line"; readonly text: string }
  /** A line that came before anything was asked. */
  | { readonly kind: "unasked"; readonly text: string }
  /** The process ended; `rest` is what it printed without a line feed. */
  | { readonly kind: "ended"; readonly how: string; readonly rest: string; readonly errors: string }
  | { readonly kind: "silent" }
  | { readonly kind: "too-long" };

/** A running library: one line in, one line out. */
export interface LibraryProcess {
  /** The next line, which the process prints by itself. */
  readonly next: (timeoutMs: number) => Promise<LibraryOutput>;
  /** The answer to a line. */
  readonly ask: (line: string, timeoutMs: number) => Promise<LibraryOutput>;
  /** Ends the process and what it has started. */
  readonly stop: () => void;
}

/** Longest line of a library, in bytes. A guess: an answer has less than a hundred. */
export const maxLineBytes = 65_536;

/** How much of standard error is kept, in characters. */
const maxErrors = 500;

/** How a library is started. */
export interface LibraryStart {
  /** A command line of the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts a library. Never throws: a command that can't be started ends at once. */
export function startLibrary({ command, cwd, env }: LibraryStart): LibraryProcess {
  const isPosix = process.platform !== "win32";
  // In a group of its own, so that what the shell starts ends with it.
  const child = spawn(command, { shell: true, cwd, env: { ...env }, stdio: "pipe", detached: isPosix });
  const reader = createLineReader(child);
  const next = (timeoutMs: number): Promise<LibraryOutput> => reader.next(timeoutMs);
  return {
    next,
    ask(line, timeoutMs) {
      const early = reader.take();
      if (early?.kind === "line") return Promise.resolve({ kind: "unasked", text: early.text });
      if (early !== undefined) return Promise.resolve(early);
      child.stdin.write(`${line}\n`);
      return next(timeoutMs);
    },
    stop() {
      child.stdin.destroy();
      if (!isPosix || child.pid === undefined) child.kill("SIGKILL");
      else killGroup(child.pid);
    },
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

interface LineReader {
  readonly next: (timeoutMs: number) => Promise<LibraryOutput>;
  /** What is already there, without waiting. */
  readonly take: () => LibraryOutput | undefined;
}

function createLineReader(child: ChildProcessWithoutNullStreams): LineReader {
  const ready: LibraryOutput[] = [];
  let partial = Buffer.alloc(0);
  let errors = "";
  let waiting: ((output: LibraryOutput) => void) | undefined;
  const put = (output: LibraryOutput): void => {
    if (waiting === undefined) ready.push(output);
    else waiting(output);
  };
  const end = (how: string): void =>
    put({ kind: "ended", how, rest: partial.toString("utf8").slice(0, maxErrors), errors });
  child.stdout.on("data", (chunk: Buffer) => {
    partial = Buffer.concat([partial, chunk]);
    for (let at = partial.indexOf(10); at >= 0; at = partial.indexOf(10)) {
      put(at > maxLineBytes ? { kind: "too-long" } : { kind: "line", text: partial.toString("utf8", 0, at) });
      partial = partial.subarray(at + 1);
    }
    if (partial.length > maxLineBytes || ready.length > mostReady) {
      child.stdout.destroy();
      put({ kind: "too-long" });
    }
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString("utf8")).slice(-maxErrors);
  });
  child.stdin.on("error", () => {
    // The process no longer reads; that it ended, or its silence, says so.
  });
  child.on("error", ({ message }) => end(message));
  child.on("close", (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  return {
    take: () => ready.shift(),
    next(timeoutMs) {
      const first = ready.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => {
        const done = (output: LibraryOutput): void => {
          clearTimeout(timer);
          waiting = undefined;
          resolve(output);
        };
        const timer = setTimeout(() => done({ kind: "silent" }), timeoutMs);
        waiting = done;
      });
    },
  };
}

/** Most lines that nobody asked for. */
const mostReady = 16;
