import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live/live-badge.js";
import { Badge } from "../../parts/badge.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication } from "../../routes/application-context.js";
import { useTexts } from "../../texts/texts.js";
import { CallStep } from "./call-step.js";
import { ConnectStep } from "./connect-step.js";
import { CredentialsStep } from "./credentials-step.js";
import { EventStep } from "./event-step.js";
import "./getting-started.css";
import { NextSteps } from "./next-steps.js";
import { ReceiverStep } from "./receiver-step.js";
import { type Framework, snippetOf } from "./snippets.js";
import { texts } from "./texts.js";
import { latestDeliveriesQuery, webhookQuery } from "./webhook-query.js";

/** From nothing to the first event. */
export function GettingStartedPage() {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id, environment, name } = application;
  const [framework, setFramework] = useState<Framework>("node");
  const webhook = useQuery(webhookQuery(application_id));
  const deliveries = useQuery(latestDeliveriesQuery(application_id));
  const failure = webhook.error ?? deliveries.error;
  if (webhook.data === undefined || deliveries.data === undefined)
    return failure === null ? (
      <PageSkeleton />
    ) : (
      <FailureView
        failure={failure}
        onRetry={() => {
          void webhook.refetch();
          void deliveries.refetch();
        }}
      />
    );
  const { endpoint, credentials } = webhook.data.webhook;
  const hasCredentials = ["signing-secret", "verification-token"].every((kind) =>
    credentials.some((each) => each.kind === kind && each.state === "active"),
  );
  const isConnected = endpoint !== null && endpoint.state === "active" && endpoint.verified_at !== null;
  const hasEvent = deliveries.data.deliveries.some(({ state }) => state === "delivered");
  // A receiver that was verified has been started.
  const done = [hasCredentials, isConnected, isConnected, hasEvent];
  const snippet = snippetOf(framework, { application: application_id, environment });
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
        <CredentialsStep view={webhook.data} isDone={hasCredentials} />
        <ReceiverStep
          framework={framework}
          onFramework={setFramework}
          snippet={snippet}
          isDone={isConnected}
        />
        <ConnectStep view={webhook.data} isDone={isConnected} />
        <EventStep deliveries={deliveries.data.deliveries} isConnected={isConnected} isDone={hasEvent} />
        <CallStep />
      </ol>
      <NextSteps />
    </div>
  );
}
