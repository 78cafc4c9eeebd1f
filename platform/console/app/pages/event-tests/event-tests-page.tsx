import { useQuery } from "@tanstack/react-query";
import { consoleFailure } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { FailureNotice, FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { CallbacksPanel } from "./callbacks-panel.js";
import { type EventTests, eventTestsQuery } from "./event-tests-query.js";
import { EventsPanel } from "./events-panel.js";
import { PreconditionsPanel } from "./preconditions-panel.js";
import { texts } from "./texts.js";
import "./event-tests.css";
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { LiveBadge } from "../../live.js";
import { Badge } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { Time } from "../../time.js";
import { LastResult } from "./test-outcome.js";

/** Event tests and callback tests. */
export function EventTestsPage() {
  const t = useTexts(texts);
  const { application_id: id } = useApplication().application;
  const { data, error, refetch } = useQuery(eventTestsQuery(id));
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  return (
    <div className="page">
      <PageHeader title={t("title")} lead={t("lead")} />
      {error !== null && <FailureNotice failure={consoleFailure(error)} />}
      <PreconditionsPanel application={id} tests={data} />
      <div className="tests-columns">
        <div className="stack">
          <EventsPanel application={id} tests={data} />
          <CallbacksPanel application={id} tests={data} />
        </div>
        <div className="stack">
          <RecentPanel application={id} tests={data} />
          <Explanations />
        </div>
      </div>
    </div>
  );
}

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

const answers = [
  ["204", "204", "good"],
  ["401", "401, 403", "bad"],
  ["422", "422", "bad"],
  ["500", "5xx", "bad"],
] as const;

/** What a passed test proves and what it doesn't, and what a receiver's answers mean. */
export function Explanations() {
  const t = useTexts(texts);
  return (
    <>
      <Panel title={t("proves.title")}>
        <div className="stack-small tests-proves">
          <h3>{t("proves.yes")}</h3>
          <ul className="yes">
            {[t("proves.yesReach"), t("proves.yesVerify")].map((text) => (
              <li key={text}>
                <Check size={15} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
          <h3>{t("proves.no")}</h3>
          <ul className="no">
            {[t("proves.noState"), t("proves.noGrant"), t("proves.noProduction")].map((text) => (
              <li key={text}>
                <X size={15} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </Panel>
      <Panel title={t("answers.title")}>
        <dl className="tests-answers">
          {answers.map(([key, status, tone]) => (
            <div key={key}>
              <dt>
                <Badge tone={tone} plain>
                  {status}
                </Badge>
              </dt>
              <dd className="small">{t(`answers.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
