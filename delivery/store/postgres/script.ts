import type { SqlStatement, Store } from "../store.js";
import type { BorrowedConnection, Connections } from "./connections.js";
import { type PostgresClient, statementName, typedRows } from "./runner.js";

/** What a server says that doesn't know a prepared statement, knows another of that name, or can't use its plan any more. */
const unprepared = new Set(["26000", "42P05", "0A000"]);

/** How scripts are run. */
interface ScriptOptions {
  readonly prepare: boolean | undefined;
  /** How long a statement may take, and a transaction may wait for its next one, in milliseconds. */
  readonly limitMs: number;
}

/** Runs scripts. Unless `prepare` is set, plans are kept until it turns out that the server, or a pooler before it, can't. */
export function scriptRunner(connections: Connections, { prepare, limitMs }: ScriptOptions): Store["script"] {
  let isPrepared = prepare !== false;
  const run = async (steps: readonly SqlStatement[]): Promise<readonly (readonly object[])[]> => {
    try {
      return await runScript(connections, { steps, prepare: isPrepared, limitMs });
    } catch (failure) {
      const code = (failure as { readonly code?: unknown } | null)?.code;
      if (prepare === true || !isPrepared || !unprepared.has(String(code))) throw failure;
      // The failure took the whole script back.
      isPrepared = false;
      return runScript(connections, { steps, prepare: false, limitMs });
    }
  };
  return (steps) => again(() => run(steps));
}

async function runScript(
  connections: Connections,
  { steps, prepare, limitMs }: ScriptOptions & { readonly steps: readonly SqlStatement[] },
): Promise<readonly (readonly object[])[]> {
  const connection = await connections.borrow();
  try {
    const texts = prepare === true ? await preparedTexts(connection, steps) : steps.map(inlined);
    const settings = Object.entries(scriptSettings(limitMs, prepare === true));
    const first = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`);
    // PostgreSQL runs one text in one transaction, and a client sends it at once: with parameters, each statement is a round trip.
    const text = [`select ${first.join(", ")}`, ...texts].join(";\n");
    const [, ...results] = [await connection.query(text)].flat();
    return results.map(typedRows);
  } finally {
    connection.release();
  }
}

/** Settings of the transaction alone. */
function scriptSettings(limitMs: number, isPrepared: boolean): Readonly<Record<string, string>> {
  const settings = { synchronous_commit: "off", ...serverLimits(limitMs) };
  if (!isPrepared) return settings;
  // Otherwise, a plan that is made while a table is small reads all of it for as long as it is kept.
  return { ...settings, enable_seqscan: "off" };
}

/**
 * The server's limits of a transaction: without them, one whose client is gone would hold its locks for hours, since nothing tells the
 * server.
 */
export function serverLimits(limitMs: number): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(limitMs),
    idle_in_transaction_session_timeout: String(limitMs),
  };
}

const prepared = new WeakMap<PostgresClient, Set<string>>();

/** Statements with their values, where those that come again keep their plans: to plan them takes a third of the time that they take. */
async function preparedTexts(
  connection: BorrowedConnection,
  steps: readonly SqlStatement[],
): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const step of steps) {
    const name = await prepare(connection, step);
    texts.push(name === undefined ? inlined(step) : `execute ${name}(${step.parameters.map(sqlLiteral)})`);
  }
  return texts;
}

function inlined({ sql, parameters }: SqlStatement): string {
  return sql.replace(/\$(\d+)/g, (_, number: string) => sqlLiteral(parameters[Number(number) - 1]));
}

/** The name of a statement that the connection knows; `undefined` if it doesn't get any. */
async function prepare(
  { client, query }: BorrowedConnection,
  { sql, parameters }: SqlStatement,
): Promise<string | undefined> {
  const plain = parameters.length === 0 ? undefined : statementName(sql);
  if (plain === undefined) return undefined;
  // The client may know the same text under the plain name.
  const name = `${plain}_script`;
  const known = prepared.get(client) ?? new Set();
  prepared.set(client, known);
  if (!known.has(name)) await query(`prepare ${name} as ${sql}`);
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
