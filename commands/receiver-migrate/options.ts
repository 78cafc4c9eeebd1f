import { schema, tableStore } from "../options/stores.js";

/** Command-line declaration of `oipkit receiver migrate`. */
export const migrateCommand = {
  usage: ["receiver migrate --store STORE [options]"],
  about:
    "Creates the tables of a receiver's store, or updates them. Safe to run again, and several times at once.",
  options: { store: tableStore, schema: schema() },
  exitCodes: "0 the tables are current, 2 couldn't run.",
};
