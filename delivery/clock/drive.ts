import type { VirtualClock } from "./virtual.js";

/** What `drive` drives: an engine that isn't started. */
export interface Driven {
  /** Does all that is due and resolves when nothing is left. */
  readonly runDue: () => Promise<void>;
  /** When something is due next, in milliseconds since 1970. */
  readonly nextDueAt: () => Promise<number | undefined>;
}

/**
 * Runs an engine through virtual time until nothing waits, or until a time in milliseconds since 1970, where the clock then is: eight
 * attempts over days take milliseconds.
 */
export async function drive(driven: Driven, clock: VirtualClock, until: number): Promise<void> {
  for (;;) {
    await driven.runDue();
    const next = await driven.nextDueAt();
    if (next === undefined || next > until) break;
    // Work that is due but can't be done, such as that of an application without credentials, must not stop the clock.
    clock.advanceTo(Math.max(next, clock.now() + 1));
  }
  clock.advanceTo(until);
}
