import type { SqlStatement, Store } from "../store.js";
import { type PostgresPool, statementName, tolerateErrors, typedRows } from "./runner.js";

/** What a server says that doesn't know a prepared statement, knows another of that name, or can't use its plan any more. */
const unprepared = new Set(["26000", "42P05", "0A000"]);

/** Runs scripts. Unless `prepare` is set, plans are kept until it turns out that the server, or a pooler before it, can't. */
export function scriptRunner(pool: PostgresPool, prepare: boolean | undefined): Store["script"] {
  let isPrepared = prepare !== false;
  const run = async (steps: readonly SqlStatement[]): Promise<readonly (readonly object[])[]> => {
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
  { steps, prepare }: { readonly steps: readonly SqlStatement[]; readonly prepare: boolean },
): Promise<readonly (readonly object[])[]> {
  const client = await pool.connect();
  tolerateErrors(client);
  try {
    const text = prepare ? await preparedScriptText(client, steps) : scriptText(steps);
    const [, ...results] = [await client.query(text)].flat();
    return results.map(typedRows);
  } finally {
    client.release();
  }
}

/** What a script needs of a client. */
interface ScriptClient {
  query(text: string): Promise<unknown>;
}

const noWait = "set_config('synchronous_commit', 'off', true)";
const prepared = new WeakMap<ScriptClient, Set<string>>();

/**
 * Statements as one text with their values, which PostgreSQL runs in one transaction and a client sends at once: with parameters, each
 * statement is a round trip. The first result is that of a setting.
 */
function scriptText(steps: readonly SqlStatement[]): string {
  return [`select ${noWait}`, ...steps.map(inlined)].join(";\n");
}

/** The same, where statements that come again keep their plans: to plan them takes a third of the time that they take. */
async function preparedScriptText(client: ScriptClient, steps: readonly SqlStatement[]): Promise<string> {
  const texts: string[] = [];
  for (const step of steps) {
    const name = await prepare(client, step);
    texts.push(name === undefined ? inlined(step) : `execute ${name}(${step.parameters.map(sqlLiteral)})`);
  }
  // Otherwise, a plan that is made while a table is small reads all of it for as long as it is kept.
  return [`select ${noWait}, set_config('enable_seqscan', 'off', true)`, ...texts].join(";\n");
}

function inlined({ sql, parameters }: SqlStatement): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => sqlLiteral(parameters[Number(number) - 1]));
}

/** The name of a statement that the connection knows; `undefined` if it doesn't get any. */
async function prepare(client: ScriptClient, { sql, parameters }: SqlStatement): Promise<string | undefined> {
  const plain = parameters.length === 0 ? undefined : statementName(sql);
  if (plain === undefined) return undefined;
  // The client may know the same text under the plain name.
  const name = `${plain}_script`;
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  if (!known.has(name)) await client.query(`prepare ${name} as ${sql}`);
  known.add(name);
  return name;
}

/** A value as PostgreSQL reads it within a statement. Throws a `TypeError` for one that no statement has. */
function sqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" && Number.isFinite(value)) return `(${value})`;
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return textLiteral(`{${value.map(arrayElement).join(",")}}`);
  throw new TypeError(`no statement has a ${typeof value}`);
}

/** Backslashes are escaped with `E`, whatever `standard_conforming_strings` says. */
function textLiteral(value: string): string {
  return ` E'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function arrayElement(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}

/** PostgreSQL ended the transaction for the sake of another one: a deadlock, or a serialization failure. */
const passing = new Set(["40P01", "40001"]);
const tries = 5;

/** Runs a whole transaction again if PostgreSQL asks for it. */
export async function again<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let left = tries - 1; ; left--) {
    try {
      return await transaction();
    } catch (failure) {
      const code = (failure as { readonly code?: unknown } | null)?.code;
      if (left === 0 || typeof code !== "string" || !passing.has(code)) throw failure;
    }
  }
}
