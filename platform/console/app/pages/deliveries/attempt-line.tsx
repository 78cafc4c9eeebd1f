import { Fragment } from "react";
import { Panel } from "../../parts/panel.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { durationText } from "../../time/duration-text.js";
import { Time } from "../../time/time.js";
import { AttemptButton } from "./attempt-button.js";
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
                  {t("timeline.waited", { time: durationText(waitOf(before, attempt), language) })}
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

function waitOf(before: Attempt, after: Attempt): number {
  return Date.parse(after.started_at) - Date.parse(before.started_at) - before.duration_ms;
}
