import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import type { EventSet } from "../validate/catalog.js";

/** Contract violations of the events in a plaintext body, one sentence each. */
export async function contractProblems(
  eventSet: EventSet,
  protocol: Protocol,
  body: Uint8Array,
): Promise<readonly string[]> {
  const { validateEvent } = await eventSet.load();
  return eventsIn(protocol, JSON.parse(Buffer.from(body).toString("utf8"))).flatMap((event) => {
    const result = validateEvent(event, { all: true, strict: false });
    if (result.kind === "unknown") return ["the contract has no event of this type"];
    if (result.kind === "valid") return [];
    return result.errors.map(
      ({ message, clause }) => `${message}${clause === undefined ? "" : ` (${clause})`}`,
    );
  });
}

function eventsIn({ event: { batch }, token }: Protocol, content: unknown): readonly unknown[] {
  if (batch !== undefined) {
    const events = valueAtPointer(content, batch);
    return Array.isArray(events) ? events : [];
  }
  const { [token?.property ?? ""]: _, ...event } = content as Record<string, unknown>;
  return [event];
}
