import type { Store } from "@oipkit/delivery";
import type { EmittedEvent, PlatformCommand, Timer, View } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import type { Kind } from "../platform/records/records.js";
import type { MakeId } from "./draft.js";
import type { DueTimersAt } from "./timer-queue.js";

/** What commands wrote, told after their transaction was committed. */
export interface Committed {
  /** The time of the last of them: of a timer its own, of a command the sandbox's. */
  readonly at: Time;
  readonly events: readonly EmittedEvent[];
}

/** Which timers to run at once. */
export interface TimerRun {
  /** Timers of so many milliseconds from the first one on are run together, each at its own time. Default: only those of the same time. */
  readonly withinMs?: number | undefined;
  /** At most that many. Default: 100. */
  readonly most?: number | undefined;
  /** Only those that go by this organization's own clock, which comes along. Default: those that go by the sandbox's. */
  readonly organization?: string | undefined;
}

/**
 * The records in memory and in the database, which one process owns. Reads come from memory; what a command writes is in the database before
 * its promise resolves.
 */
export interface World {
  readonly view: View;
  /**
   * Runs a command at the sandbox's time, and what it does for an organization that has a clock of its own at that time; commands run one after the other, in the order in which they are asked for. Rejects with what the
   * command throws, with `event-refused` if it emits an event that breaks the contract, and with a `StoreFailure`; then nothing is changed.
   */
  readonly run: <Input, Answer>(command: PlatformCommand<Input, Answer>, input: Input) => Promise<Answer>;
  /** Timers that go by an organization's own clock, or without one by the sandbox's, earliest first; those of the same time as they were set. */
  readonly timers: (organization?: string) => readonly Timer[];
  /** The timers of a record, earliest first. */
  readonly recordTimers: (kind: Kind, id: string) => readonly Timer[];
  /** The time of the earliest of them. */
  readonly nextTimerAt: (organization?: string) => Time | undefined;
  /** How many of them are due at a time, and the time of the last. */
  readonly dueTimers: (time: Time, organization?: string) => DueTimersAt;
  /** Runs the earliest timer if it is due at `until`, at its own time, and returns whether there was one. */
  readonly runTimer: (until: Time) => Promise<boolean>;
  /**
   * Runs the earliest timers that are due at `until`, in order and each at its own time, in one transaction, and returns how many. A timer whose
   * command is refused is dropped.
   */
  readonly runTimers: (until: Time, run?: TimerRun) => Promise<number>;
  /** Calls a listener after each commit. The result ends that. */
  readonly onCommit: (listener: (committed: Committed) => void) => () => void;
  /** Does something while no command runs; commands wait until it is done. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Reads everything from the database again, inside `exclusively`. */
  readonly reload: () => Promise<void>;
  /** Keeps the clock's state, as each commit does. */
  readonly keepClock: () => Promise<void>;
  /** Lets the commands end that were asked for, and refuses others. */
  readonly close: () => Promise<void>;
}

/** Writes events in the transaction of the commands that emitted them. Rejects if one of them breaks the contract. */
export type Publish = (
  events: readonly EmittedEvent[],
  within: {
    readonly transaction: Store["db"];
    /** The records after the commands. */
    readonly view: View;
  },
) => Promise<void>;

/** What a world is made of. */
export interface WorldOptions {
  /** Taken over by this process (`takeOver`); closed by the caller. */
  readonly store: Store;
  /** The name under which it was taken over. */
  readonly owner: string;
  readonly clock: {
    readonly now: () => Time;
    /** What is kept of it with each commit, as JSON. */
    readonly state: () => unknown;
  };
  readonly publish: Publish;
  /** The kinds of records that `publish` looks at. */
  readonly publishReads: readonly Kind[];
  readonly makeId: MakeId;
  /** By the name of the timer. */
  readonly timerCommands: Readonly<Record<string, PlatformCommand<Timer, void>>>;
}
