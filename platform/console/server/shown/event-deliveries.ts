import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";

type Delivery = Schemas["SandboxDelivery"];

/** The latest rows of the log that are read at once. */
const page = 1000;

/**
 * The delivery of each of an application's events, by event id: from one page of the log, in place of a request for each event. If
 * there is more of the log, what the page lacks is asked for by its id.
 */
export async function deliveriesOfEvents(
  { control }: Pick<ConsoleContext, "control">,
  application_id: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> {
  const { deliveries, next } = await from(
    control.deliveries.list({ application_id, kind: "event", limit: page }),
  );
  const found = new Map<string, Delivery>();
  // The latest first: a delivery that replaced another one is the one that is shown.
  for (const delivery of deliveries)
    if (!found.has(delivery.event_id)) found.set(delivery.event_id, delivery);
  if (next === null) return found;
  const older = eventIds.filter((id) => !found.has(id));
  await Promise.all(
    older.map(async (event_id) => {
      const one = await from(control.deliveries.list({ application_id, event_id, kind: "event", limit: 1 }));
      const [delivery] = one.deliveries;
      if (delivery !== undefined) found.set(event_id, delivery);
    }),
  );
  return found;
}
