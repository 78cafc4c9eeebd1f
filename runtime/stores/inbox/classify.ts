import type { EventRow, ResourceRow } from "./tables.js";

/** `later`: its resource is being reconciled. */
export type Place = "run" | "wait" | "supersede" | "later";

/** What else an event's place depends on. */
export interface ClassifyOptions {
  readonly now: number;
  /** Key of the event that goes first among those of its version; absent where nobody knows of another. */
  readonly first: string | undefined;
}

/**
 * Where an event of a resource belongs: the version after the one that the resource stands at runs, a later one
 * waits, and an earlier one or a second of its version is superseded.
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
