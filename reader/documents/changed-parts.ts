import { withExactNumbers } from "./exact-number.js";

/**
 * A list or an object with what `change` makes of each part, whose key is `undefined` in a list. It is the same one if nothing changes,
 * so that a copy of a large document costs no more than what differs in it.
 */
export function withChangedParts<Value extends object>(
  value: Value,
  change: (item: unknown, key: string | undefined) => unknown,
): Value {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => change(item, undefined));
    return items.every((item, at) => item === value[at]) ? value : (items as unknown as Value);
  }
  const entries: [string, unknown][] = [];
  let isSame = true;
  for (const [key, item] of Object.entries(value)) {
    const changed = change(item, key);
    if (changed !== item) isSame = false;
    entries.push([key, changed]);
  }
  if (isSame) return value;
  return withExactNumbers(Object.fromEntries(entries) as Value, value);
}
