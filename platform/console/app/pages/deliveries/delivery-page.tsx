import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readDelivery } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live.js";
import { Badge, DeliveryState } from "../../parts/badge.js";
import { CodeBlock, prettyJson } from "../../parts/code-block.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { useSession } from "../../session/use-session.js";
import { useTexts } from "../../texts/texts.js";
import { AttemptLine } from "./attempt-line.js";
import { CopyAs } from "./copy-as.js";
import { ForwardToSupport, Redeliver } from "./delivery-commands.js";
import { Exchange } from "./exchange.js";
import { SignaturePanel } from "./signature-panel.js";
import { texts } from "./texts.js";
import "./deliveries.css";
import { Copyable } from "../../parts/copy.js";
import { Time } from "../../time.js";
import type { DeliveryView } from "./delivery-types.js";

const route = "/$organization/$environment/applications/$application/deliveries/$delivery";

/** A delivery with its attempts: what was sent and answered, and how it was signed. */
export function DeliveryPage() {
  const t = useTexts(texts);
  const { delivery: delivery_id } = useParams({ from: route });
  const { attempt: chosen } = useSearch({ from: route });
  const navigate = useNavigate();
  const scope = useScope();
  const { features } = useSession();
  const { application_id } = useApplication().application;
  const { data, error, refetch } = useQuery({
    queryKey: applicationKey(application_id, "deliveries", "one", delivery_id),
    queryFn: ({ signal }) => call(readDelivery(client, { application_id, delivery_id }, { signal })),
  });
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const { delivery, attempts, event } = data;
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1);
  return (
    <div className="page">
      <PageHeader
        trail={[
          <Link
            key="list"
            to="/$organization/$environment/applications/$application/deliveries"
            params={{ ...scope.params, application: application_id }}
          >
            {t("title")}
          </Link>,
        ]}
        title={delivery.event_type}
        badge={
          <>
            <DeliveryState of={delivery} />
            {delivery.kind !== "event" && (
              <Badge plain tone="info">
                {t(`kinds.${delivery.kind}`)}
              </Badge>
            )}
            <LiveBadge />
          </>
        }
        actions={
          <>
            {features.support && <ForwardToSupport view={data} />}
            <CopyAs view={data} attempt={attempt} />
            <Redeliver view={data} />
          </>
        }
      />
      <DeliveryFacts view={data} />
      <div className="deliveries-attempts">
        <AttemptLine
          view={data}
          chosen={attempt?.number}
          onChoose={(number) => void navigate({ to: ".", search: { attempt: number }, replace: true })}
        />
        {attempt !== undefined && <Exchange attempt={attempt} />}
      </div>
      {attempt?.signature != null && (
        <SignaturePanel
          key={attempt.number}
          delivery={delivery_id}
          attempt={attempt.number}
          signature={attempt.signature}
          body={attempt.sent?.body}
        />
      )}
      <Panel title={t("one.event")} lead={t("one.eventLead")}>
        <CodeBlock code={prettyJson(event)} language="json" name={delivery.event_type} />
      </Panel>
    </div>
  );
}

/** Ids and times of a delivery. */
export function DeliveryFacts({ view }: { readonly view: DeliveryView }) {
  const t = useTexts(texts);
  const { delivery, endpoint_url, event } = view;
  const { correlation_id } = event;
  return (
    <Panel title={t("one.about")}>
      <Facts
        items={[
          [t("one.id"), <Copyable key="id" text={delivery.delivery_id} name={t("one.id")} />],
          [t("eventId"), <Copyable key="event" text={delivery.event_id} name={t("eventId")} />],
          typeof correlation_id === "string" && [
            t("one.correlation"),
            <span key="correlation">
              <Copyable text={correlation_id} name={t("one.correlation")} />
              <span className="small muted deliveries-note">{t("one.correlationHelp")}</span>
            </span>,
          ],
          [t("one.endpoint"), <EndpointUrl key="url" url={endpoint_url} />],
          [t("one.created"), <Time key="created" at={delivery.created_at} absolute />],
          delivery.settled_at !== null && [
            t("one.settled"),
            <Time key="settled" at={delivery.settled_at} absolute />,
          ],
          delivery.error !== null && [t("one.error"), delivery.error],
        ]}
      />
    </Panel>
  );
}

function EndpointUrl({ url }: { readonly url: string | null }) {
  const t = useTexts(texts);
  if (url === null) return <span className="muted">{t("one.noEndpoint")}</span>;
  return <code className="break">{url}</code>;
}
