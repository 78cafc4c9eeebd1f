import type { Store } from "@oipkit/delivery";
import { type Kysely, sql } from "kysely";
import { type Kind, type Records, recordId } from "../platform/records/records.js";
import { elsewhere, SandboxError } from "./errors.js";
import { checkVersion, sandboxTables, tablesVersion } from "./tables.js";

/** The first line of a snapshot. */
const form = "oipkit-sandbox-snapshot";
/** Rows that are written at once; PostgreSQL takes 65,535 values. */
const rowsAtOnce = 500;

type AnyTables = Record<string, Record<string, unknown>>;

/**
 * All tables of a store as one file: a line of JSON with the form and version, then for each table a line with its name, and a line for each of its rows. It holds webhook credentials. Nothing may
 * be writing to the tables.
 */
export function takeSnapshot(store: Store): Promise<Uint8Array> {
  return store.transact(async (transaction) => {
    if (store.dialect === "postgres")
      await sql`set transaction isolation level repeatable read`.execute(transaction);
    const lines = [JSON.stringify({ form, version: tablesVersion })];
    const db = transaction as unknown as Kysely<AnyTables>;
    for (const table of await tableNames(store, transaction)) {
      lines.push(JSON.stringify({ table }));
      const rows = await db.selectFrom(table).selectAll().execute();
      // In one order, so that equal sandboxes have equal snapshots.
      for (const line of rows.map((row) => JSON.stringify(row)).sort()) lines.push(line);
    }
    return Buffer.from(`${lines.join("\n")}\n`);
  });
}

/**
 * Replaces what the tables hold. The process stays the owner, and must be it. Rejects with `snapshot-invalid`, `sandbox-version` or
 * `sandbox-elsewhere`, and changes nothing then.
 */
export async function restoreSnapshot(store: Store, file: Uint8Array, owner: string): Promise<void> {
  const tables = parsedFile(file);
  return store.transact(async (transaction) => {
    const db = transaction as unknown as Kysely<AnyTables>;
    // Locks the row, so that nobody takes the tables over meanwhile.
    const mine = sandboxTables(transaction)
      .updateTable("sandbox_meta")
      .set({ owner })
      .where("owner", "=", owner);
    if ((await mine.returning("key").execute()).length === 0) throw elsewhere(store.place);
    const known = new Set(await tableNames(store, transaction));
    for (const table of tables.keys())
      if (!known.has(table)) throw snapshotInvalid(`it has an unknown table ${table}`);
    checkRows(tables);
    for (const table of known) {
      await db.deleteFrom(table).execute();
      const rows = tables.get(table) ?? [];
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await insert(db, table, rows.slice(from, from + rowsAtOnce));
    }
    if (store.dialect === "postgres") {
      await restartSequences(transaction);
      await wakeAll(transaction);
    }
    const own = sandboxTables(transaction).updateTable("sandbox_meta").set({ owner }).returning("version");
    const [meta] = await own.execute();
    if (meta === undefined) throw snapshotInvalid("it has no sandbox");
    checkVersion(meta.version, "the snapshot");
  });
}

function parsedFile(file: Uint8Array): ReadonlyMap<string, readonly Row[]> {
  const tables = new Map<string, Row[]>();
  let rows: Row[] | undefined;
  const [first = "", ...lines] = Buffer.from(file).toString("utf8").trimEnd().split("\n");
  const head = parsedLine(first, 1);
  if (head.form !== form) throw snapshotInvalid("its first line doesn't say that it is one");
  checkVersion(head.version as number, "the snapshot");
  for (const [index, line] of lines.entries()) {
    const row = parsedLine(line, index + 2);
    const isTable = typeof row.table === "string" && Object.keys(row).length === 1;
    if (isTable) {
      rows = [];
      tables.set(row.table as string, rows);
    } else if (rows === undefined) throw snapshotInvalid(`line ${index + 2} belongs to no table`);
    else rows.push(row);
  }
  return tables;
}

function parsedLine(line: string, number: number): Row {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // The error below says where.
  }
  throw snapshotInvalid(`line ${number} isn't an object in JSON`);
}

/** Rejects with `snapshot-invalid` for rows that the table doesn't take. */
async function insert(db: Kysely<AnyTables>, table: string, rows: readonly Row[]): Promise<void> {
  try {
    await db.insertInto(table).values(rows).execute();
  } catch (cause) {
    throw snapshotInvalid(`the table ${table} doesn't take its rows`, { cause });
  }
}

/**
 * The tables of the store, apart from those that say how they were made, and from the notes of PostgreSQL's publications that no engine has read
 * yet: they are made again when the snapshot is restored.
 */
async function tableNames({ dialect }: Store, transaction: Store["db"]): Promise<readonly string[]> {
  const query = dialect === "sqlite" ? sqliteTables : postgresTables(await tableId(transaction));
  const { rows } = await query.execute(transaction);
  return rows
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("kysely_") && name !== "wakes")
    .sort();
}

const sqliteTables = sql<{
  name: string;
}>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`;

const postgresTables = (id: number) =>
  sql<{ name: string }>`select relname as name from pg_class where relkind = 'r' and relnamespace =
    (select relnamespace from pg_class where oid = ${id})`;

/** What PostgreSQL calls a table of the sandbox, which says in which schema all of them are. */
async function tableId(transaction: Store["db"]): Promise<number> {
  const query = sandboxTables(transaction).selectFrom("sandbox_meta").select(sql<number>`tableoid`.as("id"));
  return (await query.executeTakeFirstOrThrow()).id;
}

/** Lets the numbers of new rows go on after those that were written. */
async function restartSequences(transaction: Store["db"]): Promise<void> {
  const id = await tableId(transaction);
  for (const table of ["deliveries", "audit"] as const) {
    const query = transaction.selectFrom(table).select(({ fn }) => fn.max("sequence").as("last"));
    const { last } = await query.executeTakeFirstOrThrow();
    await sql`select setval(pg_get_serial_sequence(quote_ident(n.nspname) || '.' || ${table}, 'sequence'), ${Math.max(1, Number(last))}, ${last !== null})
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = ${id}`.execute(transaction);
  }
}

/** Lets an engine look at every endpoint for which something waits. */
async function wakeAll(transaction: Store["db"]): Promise<void> {
  await transaction.deleteFrom("wakes").execute();
  await transaction
    .insertInto("wakes")
    .columns(["endpoint_id", "at"])
    .expression((eb) =>
      eb
        .selectFrom("waiting")
        .select(({ fn }) => ["endpoint_id", fn.min("due_at").as("at")])
        .groupBy("endpoint_id"),
    )
    .execute();
}

/** A row of a table. */
type Row = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<Kind, true>> = {
  organization: true,
  organizationClock: true,
  person: true,
  membership: true,
  apiProduct: true,
  catalogProduct: true,
  application: true,
  client: true,
  permission: true,
  approval: true,
  consent: true,
  delegation: true,
  customerAuthorization: true,
  subscription: true,
  operation: true,
  checkoutSession: true,
  productAccess: true,
  entitlement: true,
  memberAccess: true,
  accessEvent: true,
  idempotency: true,
  supportRequest: true,
};

/**
 * Checks those rows of a snapshot that are read as a whole once they are written, so that a file that was cut or edited can't leave a sandbox
 * that doesn't start. Throws `SandboxError` (`snapshot-invalid`).
 */
function checkRows(tables: ReadonlyMap<string, readonly Row[]>): void {
  for (const row of tables.get("sandbox_records") ?? []) if (!isRecord(row)) throw invalid("a record", row);
  for (const row of tables.get("sandbox_timers") ?? []) if (!isTimer(row)) throw invalid("a timer", row);
  const [meta, ...more] = tables.get("sandbox_meta") ?? [];
  if (meta === undefined) throw snapshotInvalid("it has no sandbox");
  if (!isMeta(meta) || more.length > 0) throw invalid("its sandbox", meta);
}

/** Says why a file isn't a snapshot. */
function snapshotInvalid(why: string, options?: ErrorOptions): SandboxError {
  return new SandboxError("snapshot-invalid", `the file isn't a snapshot of a sandbox: ${why}`, options);
}

function invalid(what: string, { kind, id }: Row): SandboxError {
  const name = [kind, id]
    .filter((each) => typeof each === "string")
    .map((each) => String(each).slice(0, 100));
  return snapshotInvalid(`${[what, ...name].join(" ")} isn't as this version writes it`);
}

/** The latest time that a date can have, in milliseconds since 1970. */
const latestTime = 8_640_000_000_000_000;

function isRecord({ kind, id, body, position }: Row): boolean {
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind) || !isCount(position)) return false;
  const record = parsedJson(body);
  if (!isObject(record) || typeof id !== "string") return false;
  if (kind === "organizationClock" && !(isCount(record.time) && Number(record.time) <= latestTime))
    return false;
  return recordId(record as unknown as Records[Kind]) === id;
}

function isTimer({ kind, id, name, at, position }: Row): boolean {
  return (
    typeof kind === "string" &&
    Object.hasOwn(kinds, kind) &&
    [id, name].every((each) => typeof each === "string") &&
    [at, position].every(isCount)
  );
}

function isMeta({ key, seed, clock, ...counts }: Row): boolean {
  const { revision, positions, ids } = counts;
  return (
    key === 1 &&
    typeof seed === "string" &&
    [revision, positions, ids].every(isCount) &&
    (clock === null || isClock(parsedJson(clock)))
  );
}

function isClock(state: unknown): boolean {
  if (!isObject(state)) return false;
  const { segments, latest } = state;
  if (!Array.isArray(segments) || segments.length === 0 || !Number.isFinite(latest)) return false;
  return segments.every(
    (each) =>
      isObject(each) &&
      [each.real, each.time].every((time) => Number.isFinite(time)) &&
      typeof each.runs === "boolean",
  );
}

/** PostgreSQL's large numbers may be texts. */
function isCount(value: unknown): boolean {
  const isText = typeof value === "string" && /^\d{1,16}$/.test(value);
  return (typeof value === "number" || isText) && Number.isSafeInteger(Number(value)) && Number(value) >= 0;
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsedJson(text: unknown): unknown {
  try {
    if (typeof text === "string") return JSON.parse(text);
    return undefined;
  } catch {
    return undefined;
  }
}
