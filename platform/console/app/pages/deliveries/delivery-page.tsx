import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readDelivery } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { CodeBlock } from "../../code/code-block.js";
import { prettyJson } from "../../code/pretty-json.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { LiveBadge } from "../../live/live-badge.js";
import { Badge } from "../../parts/badge.js";
import { DeliveryState } from "../../parts/delivery-state.js";
import { FailureView } from "../../parts/failure.js";
import { PageHeader } from "../../parts/page-header.js";
import { Panel } from "../../parts/panel.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useSession } from "../../session/use-session.js";
import { useTexts } from "../../texts/texts.js";
import { AttemptLine } from "./attempt-line.js";
import { CopyAs } from "./copy-as.js";
import { DeliveryFacts } from "./delivery-facts.js";
import { Exchange } from "./exchange.js";
import { ForwardToSupport } from "./forward-to-support.js";
import { Redeliver } from "./redeliver.js";
import { SignaturePanel } from "./signature-panel.js";
import { texts } from "./texts.js";
import "./deliveries.css";

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
