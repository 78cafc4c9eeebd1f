import { Badge, type Tone } from "../../parts/badge.js";
import { useTexts } from "../../texts/texts.js";
import type { Delivery } from "./delivery-types.js";
import { texts } from "./texts.js";

/** Where a delivery stands, with the status of the last answer. */
export function StateBadge({
  of: { state, status, attempts },
}: {
  readonly of: Pick<Delivery, "state" | "status" | "attempts">;
}) {
  const t = useTexts(texts);
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
      {isRetrying ? t("retrying") : t(`states.${state}`)}
      {status !== null && <span className="number"> {status}</span>}
    </Badge>
  );
}
