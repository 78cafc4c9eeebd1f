import type { EventChange } from "../../../../commands/conform/suite/delivery.js";
import type { NearFacts } from "./near-miss.js";

/** Sets the version of the event's resource, and the fields that must be equal to it; `undefined` for unordered events. */
export function versioned(
  { protocol, equal, fields }: NearFacts,
  to: number,
): readonly EventChange[] | undefined {
  const version = protocol.event?.ordering?.version;
  if (version === undefined || !fields.some(({ pointer }) => pointer === version)) return undefined;
  const places = new Set([version]);
  for (const [a, b] of [...equal, ...equal]) if (places.has(a) || places.has(b)) places.add(a).add(b);
  return [...places].map((set) => ({ set, to }));
}
