import { Link } from "@tanstack/react-router";
import { LiveBadge } from "../../live/live-badge.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { EventTests } from "./event-tests-query.js";
import { LastResult } from "./last-result.js";
import { texts } from "./texts.js";

/** The latest tests, as the delivery log has them. */
export function RecentPanel({
  application,
  tests,
}: {
  readonly application: string;
  readonly tests: EventTests;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  return (
    <Panel title={t("recent.title")} actions={<LiveBadge />} flush={tests.recent.length > 0}>
      {tests.recent.length === 0 ? (
        <p className="muted">{t("recent.empty")}</p>
      ) : (
        <ul className="tests-recent">
          {tests.recent.map((test) => (
            <li key={test.delivery_id}>
              <Link
                className="break mono"
                to="/$organization/$environment/applications/$application/deliveries/$delivery"
                params={{ ...params, application, delivery: test.delivery_id }}
              >
                {test.event_type}
              </Link>
              <span className="row">
                <LastResult test={test} />
                <span className="small muted">
                  <Time at={test.created_at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
