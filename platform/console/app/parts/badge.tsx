import type { ReactNode } from "react";
import type { components } from "../../generated/console/types.js";
import { deliveryStateTexts } from "../texts/common-texts.js";
import { useTexts } from "../texts/texts.js";

/** What a badge or a notice means. It is never told by colour alone: the text says it, too. */
export type Tone = "neutral" | "good" | "warn" | "bad" | "info" | "accent";

/** A state in a word or two. `plain` has no dot. */
export function Badge({
  tone = "neutral",
  plain = false,
  children,
}: {
  readonly tone?: Tone;
  readonly plain?: boolean;
  readonly children: ReactNode;
}) {
  return <span className={`badge ${tone}${plain ? " plain" : ""}`}>{children}</span>;
}

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
