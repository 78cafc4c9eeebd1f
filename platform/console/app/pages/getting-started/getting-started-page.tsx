import { queryOptions, useQuery } from "@tanstack/react-query";
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
import { listDeliveries, readWebhook } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { Panel } from "../../parts/panel.js";
import { type Framework, receiverSnippet } from "./snippets.js";
import { texts } from "./texts.js";

/** From nothing to the first event. */
export function GettingStartedPage() {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id, environment, name } = application;
  const [framework, setFramework] = useState<Framework>("node");
  const webhook = useQuery(webhookQuery(application_id));
  const deliveries = useQuery(latestDeliveriesQuery(application_id));
  const failure = webhook.error ?? deliveries.error;
  if (webhook.data === undefined || deliveries.data === undefined) {
    if (failure === null) return <PageSkeleton />;
    const retry = (): void => {
      void webhook.refetch();
      void deliveries.refetch();
    };
    return <FailureView failure={failure} onRetry={retry} />;
  }
  const { endpoint, credentials } = webhook.data.webhook;
  const hasCredentials = ["signing-secret", "verification-token"].every((kind) =>
    credentials.some((each) => each.kind === kind && each.state === "active"),
  );
  const isConnected = endpoint !== null && endpoint.state === "active" && endpoint.verified_at !== null;
  const hasEvent = deliveries.data.deliveries.some(({ state }) => state === "delivered");
  // A receiver that was verified has been started.
  const done = [hasCredentials, isConnected, isConnected, hasEvent];
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

/** How the webhook is read, without secrets; the webhook page has the same. */
export function webhookQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "webhook"),
    queryFn: ({ signal }) => call(readWebhook(client, { application_id: application }, { signal })),
  });
}

/** The latest deliveries; live entries refresh them. */
export function latestDeliveriesQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "deliveries", "latest"),
    queryFn: ({ signal }) =>
      call(listDeliveries(client, { application_id: application, limit: 5 }, { signal })),
  });
}
