/** A value as PostgreSQL reads it within a statement. Throws a `TypeError` for one that no statement has. */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" && Number.isFinite(value)) return `(${value})`;
  if (typeof value === "string") return textOf(value);
  if (Array.isArray(value)) return textOf(`{${value.map(elementOf).join(",")}}`);
  throw new TypeError(`no statement has a ${typeof value}`);
}

/** Backslashes are escaped with `E`, whatever `standard_conforming_strings` says. */
function textOf(value: string): string {
  return ` E'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function elementOf(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}
