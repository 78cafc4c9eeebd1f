import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { describeFailure } from "./describe-failure.js";
import { type GenerationSettings, runGeneration } from "./generation.js";
import type { ExitCode, Terminal } from "./terminal.js";

/** How long to wait for further changes of the same save, in milliseconds. */
const settle = 50;

/**
 * Generates, then generates again after each change of a contract, template or plugin, one run at a time, until the
 * terminal's signal. A broken contract is reported, and the last output stays until the contract is fixed.
 */
export async function watchContracts(settings: GenerationSettings, terminal: Terminal): Promise<ExitCode> {
  const { signal } = terminal;
  const { contracts, overlays, templates } = settings;
  const named = [...contracts, ...overlays, ...(templates === undefined ? [] : [templates])];
  const paths = named.map((path) => resolve(terminal.cwd, path));
  const changes = new Changes(signal);
  const watcher = watch(paths, { ignoreInitial: true });
  watcher.on("all", changes.note);
  await changes.orEnd(isReady(watcher));
  while (!signal.aborted) {
    changes.seen();
    // References may point outside the watched folders, and a deleted folder may reappear.
    watcher.add([...(await runOnce(settings, terminal)), ...(await pluginFiles(settings)), ...paths]);
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
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent);
}

function isReady(watcher: FSWatcher): Promise<void> {
  return new Promise((ready) => watcher.once("ready", () => ready()));
}

/** The files of plugins, even of those that can't be loaded. */
async function pluginFiles({ plugins }: GenerationSettings): Promise<readonly string[]> {
  if (plugins.length === 0) return [];
  const { isPath, locatePlugin } = await import("../generator/plugins/locate.js");
  const found = plugins.map(async (plugin) => {
    // A missing file may still be created.
    const entry = isPath(plugin.from) ? [resolve(plugin.folder, plugin.from)] : [];
    const located = await locatePlugin(plugin).catch(() => undefined);
    return [...entry, ...(located?.files.map(({ path }) => path) ?? [])];
  });
  return (await Promise.all(found)).flat();
}

/** Returns the files that were read; none if the run failed before it could list them. */
async function runOnce(settings: GenerationSettings, terminal: Terminal): Promise<readonly string[]> {
  try {
    return (await runGeneration(settings, terminal)).inputs;
  } catch (error) {
    terminal.err(`oipkit: ${describeFailure(error, terminal)}\n`);
    return [];
  }
}
