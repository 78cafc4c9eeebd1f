import type { MemoryRow } from "./memory-row.js";

/** Rows by the resource that orders them; unordered rows are left out. */
export class ResourceIndex {
  /** Most resources have one row: it is stored directly, which takes a fraction of the memory. */
  readonly #byResource = new Map<string, MemoryRow | Map<string, MemoryRow>>();

  /** Inserts a row, or replaces the one with its key. */
  set(row: MemoryRow): void {
    const { key, resourceKey } = row;
    if (resourceKey === undefined) return;
    const present = this.#byResource.get(resourceKey);
    if (present instanceof Map) present.set(key, row);
    else if (present === undefined || present.key === key) this.#byResource.set(resourceKey, row);
    else {
      const several = new Map<string, MemoryRow>([[present.key, present]]);
      this.#byResource.set(resourceKey, several.set(key, row));
    }
  }

  delete({ key, resourceKey }: Pick<MemoryRow, "key" | "resourceKey">): void {
    if (resourceKey === undefined) return;
    const present = this.#byResource.get(resourceKey);
    if (present instanceof Map) {
      present.delete(key);
      if (present.size === 0) this.#byResource.delete(resourceKey);
    } else if (present?.key === key) this.#byResource.delete(resourceKey);
  }

  /** Rows of a resource, in the order of their coming. */
  rows(resourceKey: string): Iterable<MemoryRow> {
    const present = this.#byResource.get(resourceKey);
    if (present === undefined) return [];
    return present instanceof Map ? present.values() : [present];
  }
}
