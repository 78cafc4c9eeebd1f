import { readCommandLine } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { migrateCommand } from "./options.js";

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
