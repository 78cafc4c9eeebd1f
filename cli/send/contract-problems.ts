import type { Protocol } from "@oipkit/runtime/webhook";
import type { EventSet } from "../../documents/catalog.js";

/** Contract violations of the event in a plaintext body, one sentence each. */
export async function contractProblems(
  eventSet: EventSet,
  protocol: Protocol,
  body: Uint8Array,
): Promise<readonly string[]> {
  const { [protocol.token?.property ?? ""]: _, ...event } = JSON.parse(
    Buffer.from(body).toString("utf8"),
  ) as Record<string, unknown>;
  const { validateEvent } = await eventSet.load();
  const result = validateEvent(event, { all: true, strict: false });
  if (result.kind === "unknown") return ["the contract has no event of this type"];
  if (result.kind === "valid") return [];
  return result.errors.map(
    ({ message, clause }) => `${message}${clause === undefined ? "" : ` (${clause})`}`,
  );
}
