import type { Store } from "@oipkit/delivery";
import type { Command, EmittedEvent, Timer, View } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import type { Kind } from "../platform/records/records.js";
import type { MakeId } from "./draft.js";

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
  readonly timerCommands: Readonly<Record<string, Command<Timer, void>>>;
}
