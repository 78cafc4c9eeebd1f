import { setFlagsFromString } from "node:v8";
import type { World } from "../world/world.js";

/** How many wish for a small heap at the moment: the flag belongs to the whole process. */
let wishes = 0;

/**
 * Lets V8 collect garbage sooner, until the result is called: what a sandbox keeps is small beside what it makes and drops while time passes, and
 * V8 would let that grow. Everything takes more time meanwhile.
 */
function keepHeapSmall(): () => void {
  wishes += 1;
  if (wishes === 1) setFlagsFromString("--optimize-for-size");
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    wishes -= 1;
    if (wishes === 0) setFlagsFromString("--no-optimize-for-size");
  };
}

/** Timers of a world whose heap is kept small all the time: those of some hundred subscriptions. */
const manyTimers = 1000;

/** Keeps the heap of a process small when it is worth its price. */
interface SmallHeap {
  /** Does something during which time passes. */
  readonly during: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly close: () => void;
}

/** Keeps it small while time passes, and all the time once the world is large: requests take longer then. */
export function createSmallHeap(world: Pick<World, "view" | "dueTimers" | "onCommit">): SmallHeap {
  const { view, dueTimers, onCommit } = world;
  let letGrow: (() => void) | undefined;
  const countTimers = (): number =>
    [undefined, ...view.list("organizationClock").map(({ id }) => id)]
      .map((organization) => dueTimers(Number.POSITIVE_INFINITY, organization).count)
      .reduce((sum, count) => sum + count);
  const watch = (): void => {
    if (letGrow === undefined && countTimers() >= manyTimers) letGrow = keepHeapSmall();
  };
  const endWatch = onCommit(watch);
  watch();
  return {
    async during(work) {
      const end = keepHeapSmall();
      try {
        return await work();
      } finally {
        end();
      }
    },
    close() {
      endWatch();
      letGrow?.();
    },
  };
}
