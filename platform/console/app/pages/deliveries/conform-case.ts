import { prettyJson } from "../../code/pretty-json.js";
import type { DeliveryView } from "./delivery-types.js";

/**
 * A file of cases for `oipkit conform`, in JSON, which is YAML, too: this event must be accepted, as it was published. The run gives it a
 * new id and signs it with the receiver's own credentials.
 */
export function conformCase({ delivery: { delivery_id, event_type }, event }: DeliveryView): string {
  const name = delivery_id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${prettyJson({
    step: "6.3.7",
    title: `A delivery of ${event_type}`,
    cases: [
      {
        id: `6.3.7/${name}`,
        clause: "§6.3(7)",
        level: "must",
        why: "A valid event is acknowledged as soon as it is committed.",
        steps: [{ deliver: { event }, expect: { status: ["accepted"] } }],
      },
    ],
  })}\n`;
}
