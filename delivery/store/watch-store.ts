import { randomBytes, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { createWriteWatch, StoreFailure } from "@oipkit/runtime/stores";
import { sql } from "kysely";
import type { Store } from "./store.js";

/** Bytes of a write that is tried, as hexadecimal digits: more than most events have, so that little room isn't taken for enough. */
const triedBytes = 32 * 1024;

/** A store with the check that its failures ask for. `file` is the path of an SQLite store on a disk. */
export function watchStore(store: Omit<Store, "check">, file?: string): Store {
  const { failed, check } = createWriteWatch({ place: store.place, tryWrite: () => tryWrite(store) });
  const watched = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      return await write();
    } catch (failure) {
      // If it was the caller's own, the next check finds that the store can be written.
      failed(failure);
      throw failure;
    }
  };
  return {
    ...store,
    transact: (work, options) => watched(() => store.transact(work, options)),
    script: (steps) => watched(() => store.script(steps)),
    async check() {
      await assertWritable(store, file);
      await check();
    },
  };
}

async function assertWritable(
  { watching, dialect, place }: Omit<Store, "check">,
  file?: string,
): Promise<void> {
  const unwritable = (cause?: unknown): StoreFailure =>
    new StoreFailure("store-unwritable", `${place} can't be written: it is read-only`, { cause });
  if (dialect === "sqlite") {
    await sql`select 1`.execute(watching);
    if (file === undefined) return;
    await access(file, constants.W_OK).catch((cause: unknown) => {
      throw unwritable(cause);
    });
    return;
  }
  const { rows } = await sql<{
    readonly setting: string;
  }>`select current_setting('transaction_read_only') as setting`.execute(watching);
  // A standby, or a server or role that was made read-only.
  if (rows[0]?.setting === "on") throw unwritable();
}

/** Commits a row of no application, which nobody reads, and removes it. */
async function tryWrite({ transact, dialect }: Omit<Store, "check">): Promise<void> {
  const row = {
    application: "",
    operation_id: randomUUID(),
    request_hash: "",
    outcome: JSON.stringify(randomBytes(triedBytes).toString("hex")),
    created_at: 0,
  };
  if (dialect === "postgres")
    return transact(async (db) => {
      await db.insertInto("saves").values(row).execute();
      await db.deleteFrom("saves").where("operation_id", "=", row.operation_id).execute();
    });
  // SQLite doesn't write pages that are freed in the same transaction.
  await transact(async (db) => void (await db.insertInto("saves").values(row).execute()));
  await transact(async (db) => void (await db.deleteFrom("saves").where("application", "=", "").execute()));
}
