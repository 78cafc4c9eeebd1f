import { Fragment } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { Badge } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { useLanguage, useTexts } from "../../texts/texts.js";
import { durationText, Time } from "../../time.js";
import type { Attempt, DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

/** The attempts on a line of time, with the waits between them and what comes next. */
export function AttemptLine({
  view: { delivery, attempts },
  chosen,
  onChoose,
}: {
  readonly view: DeliveryView;
  readonly chosen: number | undefined;
  readonly onChoose: (number: number) => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Panel title={t("timeline.title")} lead={t("timeline.lead")}>
      <ol className="deliveries-line">
        {attempts.map((attempt, index) => {
          const before = attempts[index - 1];
          return (
            <Fragment key={attempt.number}>
              {before !== undefined && (
                <li className="wait">
                  {t("timeline.waited", { time: durationText(waitBetween(before, attempt), language) })}
                </li>
              )}
              <li>
                <AttemptButton
                  attempt={attempt}
                  isChosen={attempt.number === chosen}
                  onChoose={() => onChoose(attempt.number)}
                />
              </li>
            </Fragment>
          );
        })}
        {delivery.state === "sending" && <li className="coming">{t("timeline.under")}</li>}
        {delivery.state === "pending" && delivery.due_at !== null && (
          <li className="coming">
            {t("timeline.due", { number: String(delivery.attempts + 1) })} <Time at={delivery.due_at} />
          </li>
        )}
        {(delivery.state === "failed" || delivery.state === "cancelled") && (
          <li className="coming">{t("timeline.last")}</li>
        )}
      </ol>
    </Panel>
  );
}

function waitBetween(before: Attempt, after: Attempt): number {
  return Date.parse(after.started_at) - Date.parse(before.started_at) - before.duration_ms;
}

/** An attempt on the line; it shows its request and answer when it is chosen. */
function AttemptButton({
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
