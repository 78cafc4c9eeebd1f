import type { Driven } from "@oipkit/delivery";
import { SandboxError } from "../world/errors.js";
import type { World } from "../world/world.js";
import type { SandboxClock } from "./sandbox-clock.js";

/** What goes on while time does. */
interface Advanced {
  readonly world: Pick<World, "timers" | "nextTimerAt" | "dueTimers" | "runTimers">;
  readonly clock: Pick<SandboxClock, "now" | "mode" | "freeze" | "resume" | "moveTo">;
  /** Not started: nothing else delivers meanwhile. */
  readonly deliveries: Driven;
}

/** What happened on the way. */
export interface AdvanceReport {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Timers that were run. */
  readonly timers: number;
}

/**
 * Timers so many milliseconds apart are run together, each at its own time, and what they emit is delivered after the last of them, as it
 * could have been with a busy machine. Retries that are due in between are made in between.
 */
const togetherMs = 1000;
/** How often timers at one time may set others for it, before they are taken for endless. */
const maxRounds = 200;
/** How soon something is tried again that is due but can't be done, in milliseconds; it doubles each time. */
const [firstStuckMs, longestStuckMs] = [1000, 3_600_000];

/**
 * Moves the clock to a time, in milliseconds since 1970, and does on the way all that becomes due, in order and at its own time: timers, then the deliveries that
 * they made, then retries. The same world, times and answers of receivers give the same result. The clock stands still meanwhile. Rejects with what a timer throws and
 * with `timer-endless`; then the clock is at that time.
 */
export async function advance({ world, clock, deliveries }: Advanced, until: number): Promise<AdvanceReport> {
  const from = clock.now();
  const isRunning = clock.mode() === "running";
  let timers = 0;
  let stuckMs = firstStuckMs;
  let rounds = 0;
  /** Timers of the present round that are still to be run. */
  let left = 0;
  clock.freeze();
  try {
    for (;;) {
      await deliveries.runDue();
      const timerAt = world.nextTimerAt();
      const due = await deliveries.nextDueAt();
      const now = clock.now();
      const isStuck = due !== undefined && due <= now;
      const delivery = isStuck ? now + stuckMs : (due ?? Number.POSITIVE_INFINITY);
      stuckMs = isStuck ? Math.min(2 * stuckMs, longestStuckMs) : firstStuckMs;
      const next = Math.min(timerAt ?? Number.POSITIVE_INFINITY, delivery);
      if (next > until) break;
      if (timerAt === undefined || timerAt > next) {
        clock.moveTo(next);
        continue;
      }
      const soon = world.dueTimers(Math.min(until, delivery, timerAt + togetherMs));
      if (timerAt > now || left <= 0) {
        rounds = timerAt > now ? 0 : rounds + 1;
        left = soon.count;
      }
      if (rounds > maxRounds) throw endless(world.timers()[0]?.name);
      clock.moveTo(soon.lastAt);
      const ran = await world.runTimers(clock.now(), { withinMs: togetherMs });
      timers += ran;
      left -= ran;
    }
    clock.moveTo(until);
  } finally {
    if (isRunning) clock.resume();
  }
  return { from, to: clock.now(), timers };
}

function endless(name = "one"): SandboxError {
  return new SandboxError(
    "timer-endless",
    `timers such as ${name} set each other again and again at one time`,
  );
}
