import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { DeliveryState } from "../../parts/delivery-state.js";
import { Panel } from "../../parts/panel.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { SubscriptionView } from "./customer-types.js";
import { SubscriptionStatus } from "./status-badge.js";
import { texts } from "./texts.js";

/** How many are shown at first: what follows them stays in sight. */
const first = 10;

/** What happened to a subscription, the latest first, with the delivery of each event. */
export function SubscriptionEvents({ view: { events, subscription } }: { readonly view: SubscriptionView }) {
  const t = useTexts(texts);
  const { params } = useScope();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, first);
  return (
    <Panel title={t("events")} lead={t("eventsLead")}>
      {events.length === 0 ? (
        <p className="muted">{t("noEvents")}</p>
      ) : (
        <>
          <ol className="customers-events">
            {shown.map(({ event_id, event_type, version, status, reason, at, delivery }) => (
              <li key={event_id}>
                <div className="row-between">
                  <code className="break">{event_type}</code>
                  <span className="small muted">
                    <Time at={at} />
                  </span>
                </div>
                <div className="row">
                  {version !== null && (
                    <Badge plain>
                      <span className="number">v{version}</span>
                    </Badge>
                  )}
                  {status !== null && <SubscriptionStatus status={status} />}
                  {reason !== null && <code className="small muted">{reason}</code>}
                  <span className="spring" />
                  {delivery === null ? (
                    <span className="small faint">{t("notDelivered")}</span>
                  ) : (
                    <Link
                      className="customers-delivery"
                      to="/$organization/$environment/applications/$application/deliveries/$delivery"
                      params={{
                        ...params,
                        application: subscription.application_id,
                        delivery: delivery.delivery_id,
                      }}
                    >
                      <DeliveryState of={delivery} />
                    </Link>
                  )}
                </div>
              </li>
            ))}
          </ol>
          {shown.length < events.length && (
            <Button size="small" onPress={() => setWhole(true)}>
              {t("allEvents", { count: String(events.length) })}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
