import { canonical } from "./inclusion/goal/canonical.js";

/** The text of a value that should be a text: two that differ have different texts, also if they are objects. */
export function scalarText(value: unknown): string {
  return value !== null && typeof value === "object" ? canonical(value) : String(value);
}
