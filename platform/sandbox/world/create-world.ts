import type { PlatformCommand } from "../platform/draft.js";
import { createCommitting } from "./committing.js";
import { SandboxError } from "./errors.js";
import { createImage, layerView, readImage } from "./image.js";
import { stageCommand, stageTimers } from "./staging.js";
import type { Committed, World, WorldOptions } from "./world.js";

/** Commands that share a transaction at most, and timers. More are hardly faster, and what they make outlives V8's young generation. */
const largestGroup = 100;

/** Reads a world from its tables. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { store, clock, makeId, timerCommands } = options;
  const image = createImage();
  const contents = await readImage(store);
  image.reset(contents);
  const listeners = new Set<(committed: Committed) => void>();
  const tell = (committed: Committed): void => {
    for (const listener of [...listeners]) {
      try {
        listener(committed);
      } catch {
        // It only watches.
      }
    }
  };
  const committing = createCommitting({ ...options, image, tell }, contents.revision);
  const turns = createTurns(committing.commit, largestGroup);
  const staging = { image, makeId, timerCommands };
  let isClosed = false;
  const assertOpen = (): void => {
    if (isClosed) throw new SandboxError("sandbox-closed", "the sandbox is closed: start another one");
  };

  const runTimers: World["runTimers"] = async (until, run = {}) => {
    const { withinMs = 0, most = largestGroup, organization } = run;
    assertOpen();
    return new Promise<number>((resolve, reject) => {
      turns.join({
        isAlone: true,
        reject,
        stage(overlay, { isCareful }) {
          const due = { until, withinMs, most: isCareful ? 1 : most, organization };
          const { count, at, changes } = stageTimers(staging, overlay, due);
          return { at, changes, settle: () => resolve(count) };
        },
      });
    });
  };

  return {
    view: layerView(image),
    async run<Input, Answer>(command: PlatformCommand<Input, Answer>, input: Input) {
      assertOpen();
      return new Promise<Answer>((resolve, reject) => {
        turns.join({
          isAlone: false,
          reject,
          stage(overlay) {
            const now = clock.now();
            const staged = stageCommand(staging, overlay, { command, input, now });
            if (staged.kind === "failed") return { at: now, settle: () => reject(staged.failure) };
            return { at: now, changes: staged.changes, settle: () => resolve(staged.answer) };
          },
        });
      });
    },
    timers: (organization) => Array.from(image.timers.inOrder(organization), ({ timer }) => timer),
    recordTimers: (kind, id) =>
      [...image.timers.recordKeys(kind, id)]
        .flatMap((key) => image.timer(key) ?? [])
        .sort((one, other) => one.at - other.at),
    nextTimerAt: (organization) => image.timers.first(organization)?.timer.at,
    dueTimers: image.timers.due,
    runTimer: async (until) => (await runTimers(until, { most: 1 })) > 0,
    runTimers,
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    exclusively: (work) => turns.alone(work),
    reload: committing.reload,
    keepClock: () => turns.alone(committing.keepClock),
    async close() {
      isClosed = true;
      await turns.idle();
    },
  };
}

/** Does one thing after the other; what waits for the same can be done together. */
interface Turns<Item> {
  /** Puts an item in the queue, which `work` gets together with others. */
  readonly join: (item: Item) => void;
  /** Does something alone. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when nothing waits. */
  readonly idle: () => Promise<void>;
}

/** A queue. `work` gets at most `most` items at once, and never rejects. */
function createTurns<Item>(work: (items: readonly Item[]) => Promise<void>, most: number): Turns<Item> {
  const waiting: ({ readonly item: Item } | { readonly alone: () => Promise<void> })[] = [];
  let running: Promise<void> | undefined;

  const loop = async (): Promise<void> => {
    // Whoever asks in the same turn of the event loop comes along.
    await Promise.resolve();
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if ("alone" in next) {
        waiting.shift();
        await next.alone();
        continue;
      }
      const items: Item[] = [];
      for (
        let each = waiting[0];
        each !== undefined && "item" in each && items.length < most;
        each = waiting[0]
      ) {
        items.push(each.item);
        waiting.shift();
      }
      await work(items);
    }
    running = undefined;
  };
  const run = (): void => {
    running ??= loop();
  };
  return {
    join(item) {
      waiting.push({ item });
      run();
    },
    alone: (alone) =>
      new Promise((resolve, reject) => {
        waiting.push({ alone: () => alone().then(resolve, reject) });
        run();
      }),
    async idle() {
      while (running !== undefined) await running;
    },
  };
}
