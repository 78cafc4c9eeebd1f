import { readLocation } from "../stores/location.js";
import { migrateStore } from "../stores/open.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { parseFlags, UsageError } from "../usage.js";

/** What `oipkit receiver --help` prints. */
export const help = `Usage: oipkit receiver migrate --store STORE [options]

Makes the tables of a receiver's store, or updates them. Safe to run again, and by several at once.

  --store STORE      sqlite:FILE or postgres:URL; without a URL, the PG… variables of the environment say where
  --schema NAME      schema of PostgreSQL                                            (default: oipkit)

Exit codes: 0 the tables are current, 2 couldn't run.
`;

/** Runs `oipkit receiver migrate` with the arguments after `receiver`. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, {
    store: { type: "string" },
    schema: { type: "string" },
  });
  if (positionals.length !== 1 || positionals[0] !== "migrate")
    throw new UsageError("say what to do: `oipkit receiver migrate --store …`");
  if (values.store === undefined) throw new UsageError("--store is missing: sqlite:FILE or postgres:URL");
  const location = readLocation("--store", values.store, ["sqlite", "postgres"]);
  const { applied, version } = await migrateStore(location, { cwd: terminal.cwd, schema: values.schema });
  const now = applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`;
  terminal.err(`${now}; the tables have version ${version}\n`);
  return 0;
}
