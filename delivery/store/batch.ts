import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "./store.js";

/** The type of a column of `parameterRows`, or of a list. */
export type BatchColumn = "text" | "bigint";

/** The columns of rows, in the order in which they are sent. */
type BatchColumns<Row> = Readonly<Record<keyof Row & string, BatchColumn>>;

/** Whether a column has one of the values: one parameter for any number of them. */
export function isAmong(
  dialect: Dialect,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  const type = typeof values[0] === "number" ? "bigint" : "text";
  return isListed(dialect, sql.ref(column), { type, list: sql`${listParameter(dialect, values)}` });
}

/** Whether a column has one of the values of a parameter that `listParameter` makes. */
export function isListed(
  dialect: Dialect,
  column: RawBuilder<unknown>,
  { type, list }: { readonly type: BatchColumn; readonly list: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  if (dialect === "sqlite") return sql`${column} in (select value from json_each(${list}))`;
  return sql`${column} = any(${list}::${sql.raw(type)}[])`;
}

/** Values as one parameter. */
export function listParameter(dialect: Dialect, values: readonly (string | number)[]): unknown {
  if (dialect === "sqlite") return JSON.stringify(values);
  return values;
}

/** Rows as a table named `r` inside a statement: one parameter for any number of them. */
export function parameterRows<Row extends object>(
  dialect: Dialect,
  columns: BatchColumns<Row>,
  rows: readonly Row[],
): AliasedRawBuilder<Row, "r"> {
  return rowsIn(dialect, columns, sql`${batchParameter(dialect, columns, rows)}`);
}

/** The rows of a parameter that `batchParameter` makes, as a table named `r`. */
export function rowsIn<Row extends object>(
  dialect: Dialect,
  columns: BatchColumns<Row>,
  batch: RawBuilder<unknown>,
): AliasedRawBuilder<Row, "r"> {
  const names = Object.entries<BatchColumn>(columns);
  if (dialect === "sqlite") {
    const members = names.map(([name], index) => `value ->> ${index} as "${name}"`).join(", ");
    return sql<Row>`(select ${sql.raw(members)} from json_each(${batch}))`.as("r");
  }
  const types = names.map(([name, type]) => `"${name}" ${type}`).join(", ");
  return sql<Row>`json_to_recordset(${batch}::json)`.as<"r">(sql.raw(`r(${types})`));
}

/** Rows as one parameter. SQLite reads lists of values in half the time that it needs for objects. */
export function batchParameter<Row extends object>(
  dialect: Dialect,
  columns: BatchColumns<Row>,
  rows: readonly Row[],
): string {
  if (dialect !== "sqlite") return JSON.stringify(rows);
  const names = Object.keys(columns) as (keyof Row)[];
  return JSON.stringify(rows.map((row) => names.map((name) => row[name])));
}
