import { useState } from "react";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live.js";
import { Badge } from "../../parts/badge.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { ConnectStep } from "./connect-step.js";
import { CredentialsStep } from "./credentials-step.js";
import { EventStep } from "./event-step.js";
import { CallStep, ReceiverStep } from "./receiver-step.js";
import "./getting-started.css";
import { Link } from "@tanstack/react-router";
import { Panel } from "../../parts/panel.js";
import { useProgress } from "./progress.js";
import { type Framework, receiverSnippet } from "./snippets.js";
import { texts } from "./texts.js";

/** From nothing to the first event. */
export function GettingStartedPage() {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id, environment, name } = application;
  const [framework, setFramework] = useState<Framework>("node");
  const { progress, error, retry } = useProgress(application_id);
  if (progress === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={retry} />;
  const { view, isDone, isConnected } = progress;
  const done = Object.values(isDone);
  const snippet = receiverSnippet(framework, { application: application_id, environment });
  return (
    <div className="page">
      <PageHeader
        title={t("title")}
        badge={
          <>
            <Badge plain tone="accent">
              {t("progress", { done: done.filter(Boolean).length, all: done.length })}
            </Badge>
            <LiveBadge />
          </>
        }
        lead={t("lead", { application: name })}
      />
      <ol className="steps">
        <CredentialsStep view={view} isDone={isDone.credentials} />
        <ReceiverStep
          framework={framework}
          onFramework={setFramework}
          snippet={snippet}
          isDone={isDone.receiver}
        />
        <ConnectStep view={view} isDone={isDone.connection} />
        <EventStep deliveries={progress.deliveries} isConnected={isConnected} isDone={isDone.event} />
        <CallStep latest={progress.latestCall} isDone={isDone.call} />
      </ol>
      <NextSteps />
    </div>
  );
}

/** Where to go after the first event. */
export function NextSteps() {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const target = { ...params, application: application.application_id };
  return (
    <Panel title={t("next.title")}>
      <ul className="stack-small">
        <li>
          <Link to="/$organization/$environment/applications/$application/event-tests" params={target}>
            {t("next.tests")}
          </Link>
        </li>
        <li>
          <Link to="/$organization/$environment/applications/$application/deliveries" params={target}>
            {t("next.deliveries")}
          </Link>
        </li>
        <li>
          <Link to="/$organization/$environment/applications/$application/requests" params={target}>
            {t("next.requests")}
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
