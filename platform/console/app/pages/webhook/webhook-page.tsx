import { useQuery } from "@tanstack/react-query";
import { FlaskConical, RefreshCw } from "lucide-react";
import { useState } from "react";
import { consoleFailure } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { HealthNotice } from "../../health/health-notice.js";
import { healthQuery } from "../../health/health-query.js";
import { RecentAttempts } from "../../health/recent-attempts.js";
import { Redeliveries } from "../../health/redeliveries.js";
import { StandingBadge } from "../../health/standing-badge.js";
import { LiveBadge } from "../../live.js";
import { Badge } from "../../parts/badge.js";
import { Button, LinkButton } from "../../parts/button.js";
import { FailureNotice, FailureView } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { findAction, useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { CredentialsPanel } from "./credentials-panel.js";
import { EndpointForm } from "./endpoint-form.js";
import { PauseButton, PausedNotice } from "./pause-control.js";
import { RevokePanel } from "./revoke-panel.js";
import { texts } from "./texts.js";
import { presentEndpoint, webhookQuery } from "./webhook-query.js";
import "./webhook.css";

/** The endpoint of an application: where events go, which, and the credentials that its receiver needs. */
export function WebhookPage() {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const { application_id: id } = application;
  const { data: view, error, refetch } = useQuery(webhookQuery(id));
  const { data: health } = useQuery(healthQuery(id));
  const [isRechecking, setRechecking] = useState(false);
  const [rechecked, setRechecked] = useState<{ granted: number; all: number; revision: number }>();
  if (view === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const endpoint = presentEndpoint(view);
  const state = shownState(endpoint);
  const status = state === "active" ? health?.health?.standing.status : undefined;
  const isTroubled = status === "failing" || status === "behind";
  const recheck = async (): Promise<void> => {
    setRechecking(true);
    const { data } = await refetch();
    setRechecking(false);
    if (data === undefined) return;
    const granted = data.event_types.filter((type) => type.granted).length;
    const counts = { granted, all: data.event_types.length, revision: data.webhook.revision };
    setRechecked(counts);
  };
  const credentials = <CredentialsPanel key="credentials" application={id} view={view} />;
  const form = <EndpointForm key="form" application={id} view={view} />;
  return (
    <div className="page">
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        badge={
          <>
            {/* An endpoint that takes nothing isn't shown in green, however active it is. */}
            <Badge tone={isTroubled ? "neutral" : tones[state]}>{t(`state.${state}`)}</Badge>
            {isTroubled ? <StandingBadge status={status} /> : <LiveBadge />}
          </>
        }
        actions={
          <>
            <Button onPress={() => void recheck()} isPending={isRechecking}>
              <RefreshCw size={15} aria-hidden />
              {t("recheck")}
            </Button>
            {state === "active" && findAction(view.actions, "pause")?.offered !== false && (
              <PauseButton application={id} />
            )}
            {state === "active" && (
              <LinkButton
                to="/$organization/$environment/applications/$application/event-tests"
                params={{ ...params, application: id }}
              >
                <FlaskConical size={15} aria-hidden />
                {t("toTests")}
              </LinkButton>
            )}
          </>
        }
      />
      {error !== null && <FailureNotice failure={consoleFailure(error)} />}
      {rechecked !== undefined && (
        <Notice tone="info" live title={t("recheckDone")}>
          {t("recheckResult", rechecked)}
        </Notice>
      )}
      <HealthNotice application={id} linksToDeliveries />
      <Redeliveries application={id} />
      {state === "active" && !isTroubled && <RecentAttempts application={id} />}
      {state === "paused" && (
        <PausedNotice
          application={id}
          reason={endpoint?.pause_reason ?? null}
          canResume={findAction(view.actions, "resume")?.offered !== false}
        />
      )}
      {/* A receiver needs the credentials before anything is sent to it. */}
      {endpoint === null ? [credentials, form] : [form, credentials]}
      {endpoint !== null && findAction(view.actions, "revoke")?.offered !== false && (
        <RevokePanel application={id} endpoint={endpoint} />
      )}
    </div>
  );
}

const tones = { active: "good", paused: "warn", none: "neutral" } as const;

function shownState(endpoint: ReturnType<typeof presentEndpoint>): keyof typeof tones {
  if (endpoint === null) return "none";
  return endpoint.state === "paused" ? "paused" : "active";
}
