import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { triggerEvent } from "../../../generated/console/client.js";
import { applicationKey, call, client, sandboxKey } from "../../client.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { useApplication, useScope } from "../../scope.js";
import { useSession } from "../../session/use-session.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import type { Progress } from "./progress.js";
import { Step } from "./step.js";
import { texts } from "./texts.js";

type Delivery = Progress["deliveries"][number];

const tones = {
  pending: "warn",
  sending: "info",
  delivered: "good",
  failed: "bad",
  cancelled: "neutral",
} as const;

/** Makes an event happen, and shows it as it arrives. */
export function EventStep({
  deliveries,
  isConnected,
  isDone,
}: {
  readonly deliveries: readonly Delivery[];
  readonly isConnected: boolean;
  readonly isDone: boolean;
}) {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id } = application;
  const { params } = useScope();
  const { features } = useSession();
  const queryClient = useQueryClient();
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: applicationKey(application_id, "deliveries") });
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const trigger = useSubmit({
    application: application_id,
    send: (_: null, operationId) =>
      call(
        triggerEvent(client, {
          operationId,
          body: { event_type: "oem.subscription.created.v1", application_id },
        }),
      ),
    onDone: refresh,
    onRecovered: refresh,
  });
  const canTrigger = features.sandbox && application.environment === "sandbox";
  return (
    <Step
      number={4}
      title={t("event.title")}
      help={t(canTrigger ? "event.help" : "event.notSandbox")}
      isDone={isDone}
    >
      {canTrigger && (
        <div className="row">
          <Button
            kind={isConnected && !isDone ? "primary" : "default"}
            isPending={trigger.isBusy}
            isDisabled={trigger.isLocked || !isConnected}
            onPress={() => void trigger.submit(null)}
          >
            {trigger.isBusy ? t("event.triggering") : t("event.trigger")}
          </Button>
        </div>
      )}
      <p className="small muted">
        <Link
          to="/$organization/$environment/applications/$application/event-tests"
          params={{ ...params, application: application_id }}
        >
          {t("event.shapes")}
        </Link>
      </p>
      <SubmitStatus of={trigger} />
      <div role="status">
        <Arrival deliveries={deliveries} hasArrived={isDone} />
      </div>
      {isDone && <LatestProblem of={deliveries[0]} />}
      {deliveries.length > 0 && <EventList deliveries={deliveries} />}
    </Step>
  );
}

function Arrival({
  deliveries,
  hasArrived,
}: {
  readonly deliveries: readonly Delivery[];
  readonly hasArrived: boolean;
}) {
  const t = useTexts(texts);
  const [latest] = deliveries;
  if (latest === undefined && !hasArrived)
    return (
      <div className="first-event">
        <span className="pulse" aria-hidden />
        {t("event.waiting")}
      </div>
    );
  return (
    <div className={hasArrived ? "first-event arrived" : "first-event"}>
      {hasArrived ? <CircleCheck size={22} aria-hidden /> : <TriangleAlert size={22} aria-hidden />}
      <div>
        <p className="strong">{t(hasArrived ? "event.arrived" : "event.retrying")}</p>
        <p className="small">{t(hasArrived ? "event.arrivedHelp" : "event.retryingHelp")}</p>
      </div>
    </div>
  );
}

/** Says that the latest delivery wasn't accepted, although one was before. */
function LatestProblem({ of: latest }: { readonly of: Delivery | undefined }) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const isWaiting = latest?.state === "pending" && latest.attempts > 0;
  if (latest === undefined || !(isWaiting || latest.state === "failed")) return null;
  return (
    <Notice tone="warn" live title={t(isWaiting ? "event.laterWaits" : "event.laterFailed")}>
      <p>
        {problemText(latest, t)}{" "}
        <Link
          to="/$organization/$environment/applications/$application/deliveries/$delivery"
          params={{ ...params, application: application.application_id, delivery: latest.delivery_id }}
        >
          {t("event.open")}
        </Link>
      </p>
    </Notice>
  );
}

type Translate = ReturnType<typeof useTexts<(typeof texts)["en"]>>;

/** Why a delivery wasn't accepted, at its last attempt. */
function problemText({ status, error }: Delivery, t: Translate): string {
  if (status !== null) return t("event.answered", { status: String(status) });
  return error === null ? t("event.noAnswer") : t("event.error", { error: error.slice(0, 200) });
}

function EventList({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const target = { ...params, application: application.application_id };
  return (
    <ul className="event-list">
      {deliveries.map(({ delivery_id, event_type, state, status, created_at }) => (
        <li key={delivery_id}>
          <Badge tone={tones[state]}>{t(`event.states.${state}`)}</Badge>
          <Link
            to="/$organization/$environment/applications/$application/deliveries/$delivery"
            params={{ ...target, delivery: delivery_id }}
            className="mono break"
          >
            {event_type}
          </Link>
          {status !== null && <span className="number muted">{status}</span>}
          <span className="muted small">
            <Time at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
