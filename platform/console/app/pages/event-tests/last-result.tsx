import { Badge } from "../../parts/badge.js";
import { useTexts } from "../../texts/texts.js";
import type { TestDelivery } from "./event-tests-query.js";
import { texts } from "./texts.js";

/** How a test ended, in a few words. */
export function LastResult({ test: { state, status } }: { readonly test: TestDelivery }) {
  const t = useTexts(texts);
  if (state === "pending" || state === "sending") return <Badge tone="info">{t("last.waiting")}</Badge>;
  if (state === "cancelled") return <Badge>{t("last.cancelled")}</Badge>;
  if (status === null) return <Badge tone="bad">{t("last.unanswered")}</Badge>;
  return state === "delivered" ? (
    <Badge tone="good">{t("last.confirmed", { status })}</Badge>
  ) : (
    <Badge tone="bad">{t("last.failed", { status })}</Badge>
  );
}
