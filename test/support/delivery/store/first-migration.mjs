// A process that opens and migrates each file that it is told of, and says whether that succeeded.
import { openSqliteStore } from "@oipkit/delivery";
import { migrateSqlite } from "@oipkit/runtime/stores/sqlite";

const migrations = {
  async delivery(file) {
    const store = await openSqliteStore({ file });
    const applied = await store.migrate();
    await store.close();
    return applied;
  },
  inbox: async (file) => (await migrateSqlite({ file })).applied,
};

process.on("message", async ({ kind, file }) => {
  try {
    process.send({ applied: await migrations[kind](file) });
  } catch (failure) {
    process.send({ failure: `${failure.code}: ${failure.message}` });
  }
});
process.send("ready");
