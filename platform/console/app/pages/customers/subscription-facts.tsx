import { Link } from "@tanstack/react-router";
import { SkipForward } from "lucide-react";
import { useState } from "react";
import { useClockCommands } from "../../clock/clock-controls.js";
import { Badge, DeliveryState } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { CodeBlock, prettyJson } from "../../parts/code-block.js";
import { Copyable } from "../../parts/copy.js";
import { Disclosure } from "../../parts/disclosure.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useScope } from "../../scope.js";
import { SubmitStatus } from "../../submit.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import type { Subscription, SubscriptionView } from "./customer-queries.js";
import { useNames } from "./names.js";
import { SubscriptionStatus } from "./subscription-table.js";
import { texts } from "./texts.js";

/** Ids, dates and details of a subscription. */
export function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const t = useTexts(texts);
  const { subscription_id, version, reason, period_start, period_end, status_since, billing, details } =
    subscription;
  return (
    <Panel title={t("about")}>
      <div className="stack">
        <Facts
          items={[
            [t("id"), <Copyable key="id" text={subscription_id} name={t("id")} />],
            [
              t("version"),
              <span key="version" className="number">
                {version}
              </span>,
            ],
            [t("reason"), <code key="reason">{reason}</code>],
            [t("since"), <Time key="since" at={status_since} absolute />],
            [
              t("period"),
              <span key="period">
                <Time at={period_start} absolute /> – <Time at={period_end} absolute />
              </span>,
            ],
            [t("billing"), t(`checkout.${billing}`)],
          ]}
        />
        {Object.keys(details).length > 0 && (
          <Disclosure title={t("details")}>
            <CodeBlock code={prettyJson(details)} language="json" name={t("details")} />
          </Disclosure>
        )}
      </div>
    </Panel>
  );
}

/** What happens to a subscription by itself, the earliest first; the clock by which it goes can be advanced to each. */
export function Timers({ subscription }: { readonly subscription: Subscription }) {
  const { timers, organization_id: organization, organization_time: ownTime } = subscription;
  const t = useTexts(texts);
  const names = useNames();
  const clock = useClockCommands();
  const goTo = (until: string): void => {
    if (ownTime === null) void clock.submit({ kind: "advance", until });
    else void clock.submit({ kind: "advance-organization", organization, until });
  };
  return (
    <Panel title={t("timers")} lead={t("timersLead")}>
      {ownTime !== null && (
        <p className="small">
          {t("ownClock")} <Time at={ownTime} absolute />
        </p>
      )}
      {timers.length === 0 ? (
        <p className="muted">{t("noTimers")}</p>
      ) : (
        <ul className="customers-timers">
          {timers.map(({ name, at }) => (
            <li key={name} className="row-between">
              <div>
                <span className="strong">{names.move(name)}</span>
                <br />
                <span className="small">
                  <Time at={at} absolute />
                </span>
              </div>
              <Button
                size="small"
                isDisabled={clock.isLocked}
                aria-label={`${t("goThere")}: ${names.move(name)}`}
                onPress={() => goTo(at)}
              >
                <SkipForward size={14} aria-hidden />
                {t("goThere")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SubmitStatus of={clock} />
    </Panel>
  );
}

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
