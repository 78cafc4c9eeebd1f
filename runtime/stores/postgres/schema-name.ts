import { StoreFailure } from "../../ports/store-failure.js";

/** A schema's name, quoted for SQL. Throws `store-options`. */
export function schemaName(name: string): string {
  if (name === "" || Buffer.byteLength(name, "utf8") > 63 || name.includes("\0")) {
    throw new StoreFailure("store-options", "the name of a PostgreSQL schema has 1 to 63 bytes");
  }
  return `"${name.replaceAll('"', '""')}"`;
}
