import { json } from "../../../reader/text/json.js";

/** Longer values are cut. */
const longest = 80;

/** A value of a contract in a message, as one line. */
export function shown(value: unknown): string {
  const text = typeof value === "string" && /^[!-~]+$/.test(value) ? value : json(value);
  return `\`${text.length <= longest ? text : `${text.slice(0, longest)}…`}\``;
}

/** Values in a message, such as "`a`, `b`". */
export function listed(values: readonly unknown[]): string {
  return values.map(shown).join(", ");
}

/** How a value changed; `what` is its name. */
export function changeText(
  what: string,
  { old, new: current }: { readonly old: unknown; readonly new: unknown },
): string {
  if (old === undefined) return `${what} is new: ${shown(current)}`;
  if (current === undefined) return `${what} was removed: ${shown(old)}`;
  return `${what} changed from ${shown(old)} to ${shown(current)}`;
}
