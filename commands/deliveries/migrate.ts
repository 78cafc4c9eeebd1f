import { openSqliteStore, type Store } from "@oipkit/delivery";
import { StoreFailure } from "@oipkit/runtime/stores";
import { json } from "../../reader/text/json.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { isMissing, storeAt, unusable } from "./open-store.js";
import type { DeliveriesSettings } from "./settings.js";

/** `oipkit deliveries migrate`. Throws `StoreFailure`. */
export async function migrateStore(
  { store: location, schema, dryRun, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const options = { cwd: terminal.cwd, schema };
  // A dry run creates no file: one in memory lacks the same migrations.
  const inMemory = dryRun && isMissing(location, options);
  const store = inMemory ? await openSqliteStore({ file: ":memory:" }) : await storeAt(location, options);
  const names = await namesOf(store, dryRun);
  if (format === "json") terminal.out(`${json(dryRun ? { pending: names } : { applied: names })}\n`);
  else if (names.length === 0) terminal.err("nothing to do; the tables are current\n");
  else if (dryRun) terminal.err(`would apply ${names.join(", ")}\n`);
  else terminal.err(`applied ${names.join(", ")}; the tables are current\n`);
  return dryRun && names.length > 0 ? 1 : 0;
}

async function namesOf(store: Store, dryRun: boolean): Promise<readonly string[]> {
  try {
    return await (dryRun ? store.pendingMigrations() : store.migrate());
  } catch (failure) {
    if (failure instanceof StoreFailure) throw failure;
    throw unusable(store, failure);
  } finally {
    await store.close().catch(() => {});
  }
}
