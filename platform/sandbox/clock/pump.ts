import type { Clock } from "@oipkit/delivery";

/** Work that is done again whenever something is due. */
export interface Pump {
  /** Says that something may be due. */
  readonly poke: () => void;
  /** Ends what is under way, and does nothing more until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** What a pump works with. */
export interface PumpParts {
  readonly clock: Clock;
  /** Does all that is due and returns when something is due next, in the clock's time. */
  readonly work: () => Promise<number | undefined>;
  /** Told of what fails; the work is tried again after a while. */
  readonly onFailure: (failure: unknown) => void;
  /** The real time, in which it waits after a failure. */
  readonly real: Clock;
}

/** How long it waits after a failure, in milliseconds of real time; it doubles each time. */
const [firstPauseMs, longestPauseMs] = [500, 30_000];
/** How soon something is tried again that is due but can't be done, in milliseconds. */
const stuckMs = 1000;

/** Creates a pump that begins with the first `poke`. */
export function createPump({ clock, work, onFailure, real }: PumpParts): Pump {
  let running: Promise<void> | undefined;
  let isPaused = false;
  let isPoked = false;
  let failures = 0;
  let cancel = (): void => {};

  const wait = async (): Promise<void> => {
    while (isPoked && !isPaused) {
      isPoked = false;
      cancel();
      cancel = () => {};
      try {
        const next = await work();
        failures = 0;
        if (next !== undefined) {
          const now = clock.now();
          cancel = clock.wakeAt(next > now ? next : now + stuckMs, poke);
        }
      } catch (failure) {
        onFailure(failure);
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
        failures += 1;
        cancel = real.wakeAt(real.now() + pauseMs, poke);
      }
    }
    running = undefined;
  };
  const poke = (): void => {
    isPoked = true;
    if (!isPaused) running ??= wait();
  };
  return {
    poke,
    async pause() {
      isPaused = true;
      cancel();
      await running;
    },
    resume() {
      isPaused = false;
      poke();
    },
  };
}
