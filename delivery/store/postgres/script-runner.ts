import type { Step } from "../step.js";
import type { Store } from "../store.js";
import { again } from "./again.js";
import { type PostgresPool, tolerateErrors } from "./pool.js";
import { rowsOf } from "./runner.js";
import { preparedScriptOf, scriptOf } from "./script.js";

/** What a server says that doesn't know a prepared statement, knows another of that name, or can't use its plan any more. */
const unprepared = new Set(["26000", "42P05", "0A000"]);

/** Runs scripts. Unless `prepare` is set, plans are kept until it turns out that the server, or a pooler before it, can't. */
export function scriptRunner(pool: PostgresPool, prepare: boolean | undefined): Store["script"] {
  let isPrepared = prepare !== false;
  const run = async (steps: readonly Step[]): Promise<readonly (readonly object[])[]> => {
    try {
      return await runScript(pool, { steps, prepare: isPrepared });
    } catch (failure) {
      const code = (failure as { readonly code?: unknown } | null)?.code;
      if (prepare === true || !isPrepared || !unprepared.has(String(code))) throw failure;
      // The failure took the whole script back.
      isPrepared = false;
      return runScript(pool, { steps, prepare: false });
    }
  };
  return (steps) => again(() => run(steps));
}

async function runScript(
  pool: PostgresPool,
  { steps, prepare }: { readonly steps: readonly Step[]; readonly prepare: boolean },
): Promise<readonly (readonly object[])[]> {
  const client = await pool.connect();
  tolerateErrors(client);
  try {
    const text = prepare ? await preparedScriptOf(client, steps) : scriptOf(steps);
    const [, ...results] = [await client.query(text)].flat();
    return results.map(rowsOf);
  } finally {
    client.release();
  }
}
