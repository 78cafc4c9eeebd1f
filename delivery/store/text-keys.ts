import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Dialect } from "./store.js";

/** A text of `deliveries` by which a row is found. */
interface TextKey {
  readonly column: "id" | "event_id";
  /** What the table is called in the statement. */
  readonly table: string;
}

/**
 * Whether a delivery has this text. PostgreSQL's indexes have eight bytes of a hash instead of it, which the statement must name, too, so
 * that they are used.
 */
export function hasText(
  dialect: Dialect,
  { table, column }: TextKey,
  value: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.${column}`);
  if (dialect === "sqlite") return sql`${text} = ${value}`;
  return sql`(${hashed(text)} = ${hashed(value)} and ${text} = ${value})`;
}

/** Whether a delivery has one of these texts. */
export function hasAnyText(
  dialect: Dialect,
  { table, column }: TextKey,
  values: readonly string[],
): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.${column}`);
  if (dialect === "sqlite") return sql`${text} in (select value from json_each(${JSON.stringify(values)}))`;
  const list = sql`${values}::text[]`;
  const hashes = sql`array(select ${hashed(sql`k.value`)} from unnest(${list}) as k(value))`;
  return sql`(${hashed(text)} = any(${hashes}) and ${text} = any(${list}))`;
}

function hashed(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended(${text}, 0)`;
}
