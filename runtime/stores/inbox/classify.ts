import type { EventRow, ResourceRow, VersionRow } from "./tables.js";

/** `later`: its resource is being reconciled. */
export type Place = "run" | "wait" | "supersede" | "later";

/**
 * Where an event of a resource belongs (§6.4): the version after the one that the resource stands at runs, a later one
 * waits, and an earlier one or a second of its version is superseded.
 */
export function classify(
  row: Pick<EventRow, "key" | "attempts" | "sequence"> & { readonly version: number },
  resource: ResourceRow,
  options: { readonly now: number; readonly sameVersion: readonly VersionRow[] },
): Place {
  const { now, sameVersion } = options;
  if (row.version <= resource.version) return "supersede";
  if (row.attempts === 0 && sameVersion.some((other) => other.key !== row.key && goesFirst(other, row))) {
    return "supersede";
  }
  if (row.version > resource.version + 1) return "wait";
  return resource.lease !== undefined && resource.dueAt > now ? "later" : "run";
}

/** Of two events of one version, the one that was placed before, else the one that came first. */
function goesFirst(other: VersionRow, row: Pick<EventRow, "sequence">): boolean {
  return other.state !== "pending" || other.attempts > 0 || other.sequence < row.sequence;
}
