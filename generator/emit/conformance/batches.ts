import type { Batch, BatchCase, BatchEvent } from "../../../conformance/suite/suite.js";

/** A case and the event that it runs with. */
export interface EventCase {
  readonly event: BatchEvent;
  readonly case: BatchCase;
}

/** Cases that several events share, written once: one batch for each set of events. */
export function batchesOf(all: readonly EventCase[]): Batch[] {
  const users = new Map<string, { case: BatchCase; on: Map<string, BatchEvent> }>();
  for (const { event, case: each } of all) {
    const key = JSON.stringify(each);
    const known = users.get(key) ?? { case: each, on: new Map() };
    known.on.set(JSON.stringify(event), event);
    users.set(key, known);
  }
  const batches = new Map<string, { on: readonly BatchEvent[]; cases: BatchCase[] }>();
  for (const { case: each, on } of users.values()) {
    const key = [...on.keys()].join("\n");
    const batch = batches.get(key) ?? { on: [...on.values()], cases: [] };
    batch.cases.push(each);
    batches.set(key, batch);
  }
  return [...batches.values()];
}
