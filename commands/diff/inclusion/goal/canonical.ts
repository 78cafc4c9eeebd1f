import { ExactNumber } from "../../../../reader/documents/exact-number.js";

/** A text that two JSON values share exactly if they are equal: keys sorted, `1` for `1.0`, `0` for `-0`. */
export function canonical(value: unknown): string {
  if (value instanceof ExactNumber) return value.canonical.replace(/e0$/, "");
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const record = value as Record<string, unknown>;
  return `{${Object.keys(record)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`)
    .join()}}`;
}
