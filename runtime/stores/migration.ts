import { StoreFailure } from "../ports/stores.js";

/** What changed, or would change. */
export interface MigrationResult {
  /** Versions applied now, ascending; empty if there was nothing to do. */
  readonly applied: readonly number[];
  /** The version that the tables have now. */
  readonly version: number;
}

/** Throws `store-not-migrated` or `store-schema-newer` unless the tables have the wanted version. */
export function assertVersion(found: number, wanted: number, place: string): void {
  if (found > wanted) {
    throw new StoreFailure(
      "store-schema-newer",
      `${place} has tables of version ${found}, but this oipkit supports versions up to ${wanted}; update oipkit`,
    );
  }
  if (found < wanted) {
    const state = found === 0 ? "no tables yet" : `tables of version ${found}, but needs ${wanted}`;
    throw new StoreFailure(
      "store-not-migrated",
      `${place} has ${state}; run \`oipkit receiver migrate --store …\``,
    );
  }
}
