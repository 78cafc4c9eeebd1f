import { useQuery } from "@tanstack/react-query";
import { failureOf } from "../../api/failure.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { FailureNotice, FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication } from "../../routes/application-context.js";
import { useTexts } from "../../texts/texts.js";
import { CallbacksPanel } from "./callbacks-panel.js";
import { eventTestsQuery } from "./event-tests-query.js";
import { EventsPanel } from "./events-panel.js";
import { Explanations } from "./explanations.js";
import { PreconditionsPanel } from "./preconditions-panel.js";
import { RecentPanel } from "./recent-panel.js";
import { texts } from "./texts.js";
import "./event-tests.css";

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
      {error !== null && <FailureNotice failure={failureOf(error)} />}
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
