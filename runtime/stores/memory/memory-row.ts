import type { InboxEntry, InboxState } from "../../ports/inbox-entry.js";
import type { EventRow, EventStatus } from "../inbox/tables.js";
import { keyOfResource } from "../store-key.js";

/** An event in memory. Only its status changes. */
export class MemoryRow implements EventRow {
  state: InboxState = "pending";
  dueAt: number;
  lease: string | undefined = undefined;
  attempts = 0;
  error: string | undefined = undefined;
  settledAt: number | undefined = undefined;
  readonly resourceKey: string | undefined;

  constructor(
    readonly key: string,
    readonly sequence: number,
    readonly entry: InboxEntry,
  ) {
    const { application, ordering } = entry;
    this.resourceKey = ordering && keyOfResource({ application, ...ordering });
    this.dueAt = entry.receivedAt;
  }

  setStatus({ state, dueAt, lease, attempts, error, settledAt }: EventStatus): void {
    this.state = state;
    this.dueAt = dueAt;
    this.lease = lease;
    this.attempts = attempts;
    this.error = error;
    this.settledAt = settledAt;
  }
}
