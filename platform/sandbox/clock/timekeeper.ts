import type { Clock, Driven } from "@oipkit/delivery";
import type { World } from "../world/world.js";
import { type AdvanceReport, advance } from "./advance.js";
import type { SandboxClock } from "./sandbox-clock.js";

/** What time is kept of. */
interface TimekeeperParts {
  readonly world: World;
  readonly clock: SandboxClock;
  /** Not started. */
  readonly deliveries: Driven & { readonly wake: () => void };
  readonly onFailure: (failure: unknown) => void;
  /** The real time, in which failures are waited for. */
  readonly real: Clock;
}

/** Lets timers fire and deliveries be sent when they are due. */
interface Timekeeper {
  /** Begins to run what is due by itself. */
  readonly start: () => void;
  /** Says that there may be something to deliver. */
  readonly deliver: () => void;
  /** Runs the timers that were due while nobody kept the time, each at its own time. */
  readonly catchUp: () => Promise<void>;
  /** Does something while no time passes by itself; one such thing at a time. */
  readonly still: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Inside `still`: moves the clock to a time, and does what becomes due on the way. */
  readonly advance: (until: number) => Promise<AdvanceReport>;
  /** Changes the clock, and keeps that. */
  readonly change: (change: () => void) => Promise<void>;
  /** Does all that is due now. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Creates one that isn't started. */
export function createTimekeeper({ world, clock, deliveries, onFailure, real }: TimekeeperParts): Timekeeper {
  /** Clocks of organizations stand still, but what is set for their present time is due. */
  const runOwnTimers = async (): Promise<void> => {
    for (const { id: organization, time } of world.view.list("organizationClock"))
      while ((world.nextTimerAt(organization) ?? Number.POSITIVE_INFINITY) <= time)
        await world.runTimers(time, { organization, withinMs: Number.POSITIVE_INFINITY });
  };
  const runTimers = async (): Promise<number | undefined> => {
    await runOwnTimers();
    for (;;) {
      const next = world.nextTimerAt();
      if (next === undefined || next > clock.now()) return next;
      await world.runTimers(clock.now(), { withinMs: Number.POSITIVE_INFINITY });
    }
  };
  const deliver = async (): Promise<number | undefined> => {
    await deliveries.runDue();
    return deliveries.nextDueAt();
  };
  const timerPump = createPump({ clock, work: runTimers, onFailure, real });
  const deliveryPump = createPump({ clock, work: deliver, onFailure, real });
  let last: Promise<unknown> = Promise.resolve();
  let isStarted = false;
  let isStopped = false;
  let endWatch = (): void => {};

  const still = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(async () => {
      await Promise.all([timerPump.pause(), deliveryPump.pause()]);
      try {
        return await work();
      } finally {
        if (isStarted && !isStopped) for (const pump of [timerPump, deliveryPump]) pump.resume();
      }
    });
    last = turn.catch(() => {});
    return turn;
  };
  const deliverSoon = (): void => {
    deliveries.wake();
    if (isStarted) deliveryPump.poke();
  };
  return {
    start() {
      isStarted = true;
      endWatch = world.onCommit(({ events }) => {
        timerPump.poke();
        if (events.length > 0) deliverSoon();
      });
      timerPump.poke();
      deliveryPump.poke();
    },
    deliver: deliverSoon,
    catchUp: async () => void (await runTimers()),
    still,
    async advance(until) {
      try {
        return await advance({ world, clock, deliveries }, until);
      } finally {
        await world.keepClock();
      }
    },
    change: (change) =>
      still(async () => {
        change();
        await world.keepClock();
      }),
    settle: () =>
      still(async () => {
        await runTimers();
        await deliver();
      }),
    async stop() {
      endWatch();
      await still(async () => {
        isStopped = true;
      });
    },
  };
}

/** Work that is done again whenever something is due. */
interface Pump {
  /** Says that something may be due. */
  readonly poke: () => void;
  /** Ends what is under way, and does nothing more until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
}

/** What a pump works with. */
interface PumpParts {
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
function createPump({ clock, work, onFailure, real }: PumpParts): Pump {
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
