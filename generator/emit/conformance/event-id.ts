import type { Protocol } from "@oipkit/runtime/webhook";

/** Whether the sender gives each event an id; otherwise a probe can't look an event up. */
export function hasEventId({
  event,
  headers,
}: {
  readonly event?: Pick<Protocol["event"], "id">;
  readonly headers?: Pick<Protocol["headers"], "eventId" | "deliveryId">;
}): boolean {
  return event?.id !== undefined || headers?.eventId !== undefined || headers?.deliveryId !== undefined;
}
