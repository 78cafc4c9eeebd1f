import type { EmittedEvent } from "../platform/draft.js";
import type { Kind } from "../platform/records/records.js";
import type { Counts } from "./layer.js";
import type { RecordTable } from "./record-table.js";
import type { PlacedTimer } from "./timer-queue.js";

/** What commands changed. */
export interface Changes {
  readonly written: ReadonlyMap<Kind, RecordTable>;
  readonly removed: ReadonlyMap<Kind, ReadonlySet<string>>;
  /** By key; `undefined` is a timer that is no more. */
  readonly timers: ReadonlyMap<string, PlacedTimer | undefined>;
  readonly events: readonly EmittedEvent[];
  readonly counts: Counts;
}
