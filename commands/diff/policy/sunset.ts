/** A day as RFC 3339 writes it, alone or with a time. */
const form = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/;

/** The day of a sunset date, as YYYY-MM-DD; `undefined` if it isn't a date that exists. */
export function sunsetDay(value: unknown): string | undefined {
  const day = typeof value === "string" ? form.exec(value)?.[1] : undefined;
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) return undefined;
  return day;
}

/** Days from one day to another, both as YYYY-MM-DD. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
