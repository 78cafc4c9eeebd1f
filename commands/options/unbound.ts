import type { Protocol } from "@oipkit/runtime/webhook";

/** The value of a part of the binding that a protocol doesn't bind events to: nothing compares it. */
export const unbound = "any";

/** Whether a protocol has a place in events for the Application or the environment. */
export function isBoundTo(
  { event }: { readonly event?: Partial<Protocol["event"]> },
  part: "application" | "environment",
): boolean {
  return (event?.binding?.[part] ?? []).length > 0;
}
