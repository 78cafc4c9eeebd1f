/** What an id is of, told by how ids begin in the sandbox. */
export type ObjectKind = "application" | "delivery" | "event" | "request" | "subscription" | "customer";

const prefixes: readonly (readonly [prefix: string, kind: ObjectKind])[] = [
  ["app_", "application"],
  ["delivery_", "delivery"],
  ["evt_", "event"],
  ["req_", "request"],
  ["sub_", "subscription"],
  ["org_", "customer"],
];

/** Returns what a text is the id of, if it looks like one. */
export function objectKind(text: string): ObjectKind | undefined {
  if (!/^[A-Za-z0-9_-]{5,200}$/.test(text)) return undefined;
  return prefixes.find(([prefix]) => text.startsWith(prefix))?.[1];
}
