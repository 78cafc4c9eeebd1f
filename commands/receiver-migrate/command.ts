import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/option.js";
import { schema, tableStore } from "../options/shared-options.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";

/** Command-line declaration of `oipkit receiver migrate`. */
const migrateCommand = {
  usage: ["receiver migrate --store STORE [options]"],
  about:
    "Creates the tables of a receiver's store, or updates them. Safe to run again, and several times at once.",
  options: { store: tableStore, schema: schema() },
  exitCodes: "0 the tables are current, 2 couldn't run.",
};

/** The command's options and its `--help` text. */
export const declaration = migrateCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = readCommandLine(migrateCommand, args, ([action, ...rest]) => {
    if (action !== "migrate" || rest.length > 0)
      throw new UsageError("expected `oipkit receiver migrate --store …`");
  });
  const { migrateStore } = await import("../stores/open.js");
  const { applied, version } = await migrateStore(values.store, { cwd: terminal.cwd, schema: values.schema });
  const now = applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`;
  terminal.err(`${now}; the tables have version ${version}\n`);
  return 0;
}
