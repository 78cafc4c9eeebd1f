import type { EventRow, ResourceRow } from "./tables.js";

/** `later`: its resource is being reconciled. */
export type Place = "run" | "wait" | "supersede" | "later";

/** What else determines an event's class. */
export interface ClassifyOptions {
  readonly now: number;
  /** Key of the event that goes first among those of its version; absent if no other is known. */
  readonly first: string | undefined;
}

/**
 * Classifies an event of a resource: the version after the resource's current one runs, a later one
 * waits, and an earlier one or a second one of its version is superseded.
 */
export function classify(
  row: Pick<EventRow, "key" | "attempts"> & { readonly version: number },
  resource: ResourceRow,
  { now, first }: ClassifyOptions,
): Place {
  if (row.version <= resource.version) return "supersede";
  if (row.attempts === 0 && first !== undefined && first !== row.key) return "supersede";
  if (row.version > resource.version + 1) return "wait";
  return resource.lease !== undefined && resource.dueAt > now ? "later" : "run";
}
