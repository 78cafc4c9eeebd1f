import { Worker } from "node:worker_threads";
import { StoreFailure } from "@oipkit/runtime/stores";
import type { SqlStatement } from "../store.js";

/** The one connection to a file, in a thread of its own: SQLite's work would hold up the requests that are sent meanwhile. */
export interface SqliteConnection {
  /** Runs statements one after the other and resolves with the rows of each. Rejects with the driver's failures. */
  readonly run: (steps: readonly SqlStatement[]) => Promise<Rows>;
  /** Runs statements in a transaction. */
  readonly transact: (steps: readonly SqlStatement[]) => Promise<Rows>;
  /** Ends the thread after what it has been asked. */
  readonly close: () => Promise<void>;
}

type Rows = readonly (readonly object[])[];

interface PendingAnswer {
  readonly resolve: (rows: Rows) => void;
  readonly reject: (failure: Error) => void;
}

/** Rows are short-lived; a small young generation keeps the thread's memory small and its caches warm. */
const youngMegabytes = 8;

/** What to open. */
export interface SqliteFile {
  readonly file: string;
  /** Whether it ends with the process, and is deleted as soon as it is open. Default: false. */
  readonly isTemporary?: boolean;
}

/** Opens a file. Rejects with the driver's failure, or with `ERR_MODULE_NOT_FOUND` without a driver. */
export async function connect(opened: SqliteFile): Promise<SqliteConnection> {
  const worker = new Worker(new URL("./thread.js", import.meta.url), {
    workerData: opened,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  const waiting = new Map<number, PendingAnswer>();
  let asked = 0;
  let ended: Error | undefined;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const end = (failure: Error): void => {
    ended ??= failure;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const expect = (id: number): Promise<Rows> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      // It keeps the process alive only while somebody waits.
      if (waiting.size === 0) worker.ref();
      waiting.set(id, { resolve, reject });
    });
  worker.on("message", (answer: ThreadAnswer) => {
    const found = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ("results" in answer) found?.resolve(answer.results.map(namedRows));
    else found?.reject(Object.assign(new Error(answer.failure.message), { code: answer.failure.code }));
  });
  worker.on("error", end);
  worker.on("exit", () => end(new StoreFailure("store-unreachable", "the store was closed")));
  const post = (request: ThreadRequest): void => worker.postMessage(request);
  const ask = (kind: "run" | "transact", steps: readonly SqlStatement[]): Promise<Rows> => {
    asked += 1;
    // It throws for what can't be copied, and then nobody answers.
    post({ kind, id: asked, steps });
    return expect(asked);
  };
  const close = (): Promise<void> => {
    worker.ref();
    post({ kind: "close" });
    return exited;
  };
  await expect(0).catch(async (failure) => {
    await close();
    throw failure;
  });
  return { run: (steps) => ask("run", steps), transact: (steps) => ask("transact", steps), close };
}

function namedRows({ names, rows }: StatementResult): readonly object[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
    return row;
  });
}

/** What the thread is asked: to run statements as they are, to run them in a transaction, or to close the file and end. */
export type ThreadRequest =
  | { readonly kind: "run" | "transact"; readonly id: number; readonly steps: readonly SqlStatement[] }
  | { readonly kind: "close" };

/** What a statement returned: the names of its columns, and a list of values for each row. */
export interface StatementResult {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** What the thread answers, in the order of the requests; first, with the id 0, whether the file is open. */
export type ThreadAnswer =
  | { readonly id: number; readonly results: readonly StatementResult[] }
  | {
      readonly id: number;
      readonly failure: { readonly message: string; readonly code?: string | undefined };
    };
