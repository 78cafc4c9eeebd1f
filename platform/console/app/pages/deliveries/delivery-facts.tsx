import { Copyable } from "../../parts/copy.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

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
          ...(typeof correlation_id === "string"
            ? [
                [
                  t("one.correlation"),
                  <span key="correlation">
                    <Copyable text={correlation_id} name={t("one.correlation")} />
                    <span className="small muted deliveries-note">{t("one.correlationHelp")}</span>
                  </span>,
                ] as const,
              ]
            : []),
          [
            t("one.endpoint"),
            endpoint_url === null ? (
              <span key="url" className="muted">
                {t("one.noEndpoint")}
              </span>
            ) : (
              <code key="url" className="break">
                {endpoint_url}
              </code>
            ),
          ],
          [t("one.created"), <Time key="created" at={delivery.created_at} absolute />],
          ...(delivery.settled_at === null
            ? []
            : [[t("one.settled"), <Time key="settled" at={delivery.settled_at} absolute />] as const]),
          ...(delivery.error === null ? [] : [[t("one.error"), delivery.error] as const]),
        ]}
      />
    </Panel>
  );
}
