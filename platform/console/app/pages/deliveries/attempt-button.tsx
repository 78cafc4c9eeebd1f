import { ToggleButton } from "react-aria-components/ToggleButton";
import { Badge } from "../../parts/badge.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { Attempt } from "./delivery-types.js";
import { texts } from "./texts.js";

/** An attempt on the line; it shows its request and answer when it is chosen. */
export function AttemptButton({
  attempt,
  isChosen,
  onChoose,
}: {
  readonly attempt: Attempt;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const t = useTexts(texts);
  const { number, status, error, duration_ms, started_at } = attempt;
  const good = status !== null && status >= 200 && status < 300;
  return (
    <ToggleButton
      className="deliveries-attempt"
      isSelected={isChosen}
      onChange={onChoose}
      data-tone={good ? "good" : "bad"}
    >
      <span className="row-between">
        <span className="strong">{t("timeline.attempt", { number: String(number) })}</span>
        <Badge tone={good ? "good" : "bad"}>
          <span className="number">{status ?? t("timeline.noAnswer")}</span>
        </Badge>
      </span>
      <span className="row-between small muted">
        <Time at={started_at} />
        <span className="number">{t("timeline.took", { ms: String(duration_ms) })}</span>
      </span>
      {error !== null && <span className="small break">{error}</span>}
    </ToggleButton>
  );
}
