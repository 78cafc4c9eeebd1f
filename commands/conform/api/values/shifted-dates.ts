import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { valuePlaces, withValueAt } from "./value-places.js";

const dayMs = 86_400_000;

/** The value with all its dates and times so many days later: what they stand between stays as long. */
export function shiftedDates(root: Node, value: unknown, days: number): unknown {
  let current = value;
  for (const { path, value: text, nodes } of valuePlaces(root, value)) {
    const format = nodes.find((node) => node.format !== undefined)?.format?.name;
    if (typeof text !== "string" || (format !== "date" && format !== "date-time")) continue;
    const time = Date.parse(text);
    if (Number.isNaN(time)) continue;
    const later = new Date(time + days * dayMs).toISOString();
    const changed = withValueAt(
      current,
      path,
      format === "date" ? later.slice(0, 10) : later.replace(".000Z", "Z"),
    );
    if (holds(root, changed)) current = changed;
  }
  return current;
}
