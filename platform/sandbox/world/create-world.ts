import type { Command } from "../platform/draft.js";
import { createCommitting } from "./committing.js";
import { SandboxError } from "./errors.js";
import { createImage, viewOf } from "./image.js";
import { readImage } from "./read-image.js";
import { stageCommand, stageTimers } from "./staging.js";
import { createTurns } from "./turns.js";
import type { Committed, World } from "./world.js";
import type { WorldOptions } from "./world-options.js";

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

  const runTimers: World["runTimers"] = async (until, { withinMs = 0, most = largestGroup } = {}) => {
    assertOpen();
    return new Promise<number>((resolve, reject) => {
      turns.join({
        isAlone: true,
        reject,
        stage(overlay, { isCareful }) {
          const due = { until, withinMs, most: isCareful ? 1 : most };
          const { count, at, changes } = stageTimers(staging, overlay, due);
          return { at, changes, settle: () => resolve(count) };
        },
      });
    });
  };

  return {
    view: viewOf(image),
    async run<Input, Answer>(command: Command<Input, Answer>, input: Input) {
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
    timers: () => Array.from(image.timers.inOrder(), ({ timer }) => timer),
    timersOf: (kind, id) =>
      [...image.timers.keysOf(kind, id)]
        .flatMap((key) => image.timer(key) ?? [])
        .sort((one, other) => one.at - other.at),
    nextTimerAt: () => image.timers.first()?.timer.at,
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
