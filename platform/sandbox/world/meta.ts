import type { Store } from "@oipkit/delivery";
import { SandboxError } from "./errors.js";
import { type MetaTable, migrateTables, sandboxTables, tablesVersion } from "./tables.js";

/** How a sandbox is taken over by this process. */
export interface OpenOptions {
  /** Names this process; no other one has the same name. */
  readonly owner: string;
  /** From which ids are made. Default: the one of before, or a random one. */
  readonly seed?: string | undefined;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/**
 * Creates missing tables and takes the sandbox over: a process that had it before can't write any more. Rejects with `sandbox-version` or
 * `sandbox-seed`.
 */
export async function takeOver(store: Store, { owner, seed, random }: OpenOptions): Promise<MetaTable> {
  await migrateTables(store);
  return store.transact(async (transaction) => {
    const tables = sandboxTables(transaction);
    await tables
      .insertInto("sandbox_meta")
      .values({
        ...{ key: 1, version: tablesVersion, owner, revision: 0, positions: 0, ids: 0, clock: null },
        seed: seed ?? Buffer.from(random(16)).toString("hex"),
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    const meta = await tables
      .updateTable("sandbox_meta")
      .set({ owner })
      .returningAll()
      .executeTakeFirstOrThrow();
    checkVersion(meta.version, store.place);
    if (seed === undefined || seed === meta.seed) return meta;
    const remedy = "leave the seed out, or begin with an empty database";
    throw new SandboxError("sandbox-seed", `${store.place} was made with another seed: ${remedy}`);
  });
}

/** Throws `sandbox-version` unless this version can read the tables of a place. */
export function checkVersion(version: number, place: string): void {
  if (version === tablesVersion) return;
  const remedy = "use that version, or begin with an empty database";
  throw new SandboxError("sandbox-version", `${place} is of another version of oipkit: ${remedy}`);
}
