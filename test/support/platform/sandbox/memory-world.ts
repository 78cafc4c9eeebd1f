import type { PlatformCommand } from "../../../../platform/sandbox/platform/draft.js";
import {
  createMemoryPlatform,
  type MemoryPlatform,
} from "../../../../platform/sandbox/platform/memory-platform.js";
import type { Kind, Records } from "../../../../platform/sandbox/platform/records/records.js";
import type { World } from "../../../../platform/sandbox/world/world.js";

/** A world in memory alone, for tests of parts that run commands. */
export interface MemoryWorld extends World {
  readonly platform: MemoryPlatform;
  /** Runs a command at once. */
  readonly command: <Input, Answer>(command: PlatformCommand<Input, Answer>, input: Input) => Answer;
  /** Writes a record without any check. */
  readonly put: <K extends Kind>(kind: K, record: Records[K]) => void;
}

export function createMemoryWorld({ start = Date.now() } = {}): MemoryWorld {
  const platform = createMemoryPlatform({ start });
  const listeners = new Set<Parameters<World["onCommit"]>[0]>();
  const command: MemoryWorld["command"] = (run, input) => {
    const before = platform.events.length;
    const answer = platform.run(run, input);
    for (const listener of listeners) listener({ at: platform.now(), events: platform.events.slice(before) });
    return answer;
  };
  return {
    platform,
    view: platform,
    run: async (run, input) => command(run, input),
    command,
    put: (kind, record) => command((draft) => draft.put(kind, record), undefined),
    timers: platform.timers,
    recordTimers: (kind, id) => platform.timers().filter((timer) => timer.kind === kind && timer.id === id),
    nextTimerAt: () => platform.timers()[0]?.at,
    dueTimers(time) {
      const due = platform.timers().filter(({ at }) => at <= time);
      return { count: due.length, lastAt: due.at(-1)?.at ?? 0 };
    },
    runTimer: async () => false,
    runTimers: async () => 0,
    exclusively: (work) => work(),
    reload: async () => {},
    keepClock: async () => {},
    close: async () => {},
    onCommit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
