import { createWriteWatch, type WriteWatchOptions } from "../write-watch.js";
import type { InboxBackend, OpenTables } from "./tables.js";

/** The same backend, whose check fails after a write that failed, until one succeeds. */
export function watchWrites<Transaction>(
  backend: InboxBackend<Transaction>,
  options: WriteWatchOptions,
): InboxBackend<Transaction> {
  const { failed, succeeded, check } = createWriteWatch(options);
  const watched = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      return await write();
    } catch (failure) {
      failed(failure);
      throw failure;
    }
  };
  return {
    ...backend,
    insert: (entry) =>
      watched(async () => {
        const isNew = await backend.insert(entry);
        // For an event that exists, nothing is written.
        if (isNew) succeeded();
        return isNew;
      }),
    insertAll: (entries, mayCommit) => watched(() => backend.insertAll(entries, mayCommit)),
    transact: (work, wanted) => watched(() => backend.transact(work, wanted)),
    renew: (key, lease, until) => watched(() => backend.renew(key, lease, until)),
    async begin(): Promise<OpenTables<Transaction>> {
      const open = await watched(() => backend.begin());
      // What a handler runs in between is its own.
      return { ...open, commit: () => watched(() => open.commit()) };
    },
    async check() {
      await backend.check();
      await check();
    },
  };
}
