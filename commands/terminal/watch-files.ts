import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { describeFailure } from "./describe-failure.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** How long to wait for further changes of the same save, in milliseconds. */
const settle = 50;

/** What is run again and again. */
interface WatchedRun {
  /** Paths whose changes start a run, absolute; they needn't exist yet. */
  readonly paths: readonly string[];
  /** Runs once. Returns further files to watch; throws if it couldn't run. */
  run(): Promise<readonly string[]>;
  /** Further files to watch, whether or not the run could list its own. */
  others?(): Promise<readonly string[]>;
}

/**
 * Runs, then runs again after each change, one run at a time, until the terminal's signal. A run that throws is reported,
 * and the next change starts another one.
 */
export async function watchRuns({ paths, run, others }: WatchedRun, terminal: Terminal): Promise<ExitCode> {
  const { signal } = terminal;
  const changes = new Changes(signal);
  const watcher = watch([...paths], { ignoreInitial: true });
  watcher.on("all", changes.note);
  await changes.orEnd(isReady(watcher));
  while (!signal.aborted) {
    changes.seen();
    // References may point outside the watched folders, and a deleted folder may reappear.
    watcher.add([...(await runOnce(run, terminal)), ...((await others?.()) ?? []), ...paths]);
    const parents = await watchParents(paths, changes);
    if (!changes.areThere) terminal.err("watching for changes; end with Ctrl-C\n");
    await changes.next();
    await parents?.close();
    if (!signal.aborted) await new Promise((settled) => setTimeout(settled, settle));
  }
  await watcher.close();
  return 0;
}

/** Tracks changes since the last run. */
class Changes {
  #there = false;
  #wake: () => void = () => {};
  readonly #ended: Promise<void>;

  constructor(signal: AbortSignal) {
    this.#ended = new Promise((end) => {
      if (signal.aborted) end();
      signal.addEventListener("abort", () => end(), { once: true });
    });
  }

  get areThere(): boolean {
    return this.#there;
  }

  readonly note = (): void => {
    this.#there = true;
    this.#wake();
  };

  seen(): void {
    this.#there = false;
  }

  /** Waits for a change, or for the end. */
  next(): Promise<void> {
    if (this.#there) return Promise.resolve();
    return this.orEnd(new Promise((wake) => (this.#wake = wake)));
  }

  orEnd(event: Promise<void>): Promise<void> {
    return Promise.race([event, this.#ended]);
  }
}

/** A missing path can't be watched, so its nearest existing parent is. */
async function watchParents(paths: readonly string[], changes: Changes): Promise<FSWatcher | undefined> {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length === 0) return undefined;
  const watcher = watch(missing.map(nearestFolder), { ignoreInitial: true, depth: 0 });
  watcher.on("all", changes.note);
  await changes.orEnd(isReady(watcher));
  if (missing.some((path) => existsSync(path))) changes.note();
  return watcher;
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  if (existsSync(parent) || parent === path) return parent;
  return nearestFolder(parent);
}

function isReady(watcher: FSWatcher): Promise<void> {
  return new Promise((ready) => watcher.once("ready", () => ready()));
}

/** Returns the files that were read; none if the run failed before it could list them. */
async function runOnce(run: WatchedRun["run"], terminal: Terminal): Promise<readonly string[]> {
  try {
    return await run();
  } catch (error) {
    terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`);
    return [];
  }
}
