import type { components } from "../../generated/console/types.js";
import { deliveryStateTexts } from "../texts/delivery-state-texts.js";
import { useTexts } from "../texts/texts.js";
import { Badge, type Tone } from "./badge.js";

type Delivery = components["schemas"]["SandboxDelivery"];

/** Where a delivery stands, with the status of the last answer. */
export function DeliveryState({
  of: { state, status, attempts },
}: {
  readonly of: Pick<Delivery, "state" | "status" | "attempts">;
}) {
  const t = useTexts(deliveryStateTexts);
  const isRetrying = state === "pending" && attempts > 0;
  const tones: Record<Delivery["state"], Tone> = {
    pending: isRetrying ? "warn" : "neutral",
    sending: "info",
    delivered: "good",
    failed: "bad",
    cancelled: "neutral",
  };
  return (
    <Badge tone={tones[state]}>
      {isRetrying ? t("retrying") : t(state)}
      {status !== null && <span className="number"> {status}</span>}
    </Badge>
  );
}
