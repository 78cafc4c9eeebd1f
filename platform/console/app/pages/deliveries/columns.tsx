import { useMemo } from "react";
import { Badge } from "../../parts/badge.js";
import { DeliveryState } from "../../parts/delivery-state.js";
import type { DataColumn } from "../../table/data-table.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { Delivery } from "./delivery-types.js";
import { texts } from "./texts.js";

type Translate = ReturnType<typeof useTexts<(typeof texts)["en"]>>;

/** What a row is called by assistive technology. */
export function deliveryName({ event_type, state }: Delivery, t: Translate): string {
  return `${event_type} ${t(`states.${state}`)}`;
}

/** Columns of the list. */
export function useColumns(): readonly DataColumn<Delivery>[] {
  const t = useTexts(texts);
  return useMemo(() => {
    const type = (delivery: Delivery) => (
      <>
        <code className="truncate" title={delivery.event_type}>
          {delivery.event_type}
        </code>
        {delivery.kind !== "event" && (
          <Badge plain tone="info">
            {t(`kinds.${delivery.kind}`)}
          </Badge>
        )}
      </>
    );
    return [
      {
        id: "event",
        title: t("eventType"),
        width: "2.2fr",
        cell: type,
        onPhone: true,
        phoneCell: (delivery) => (
          <span className="deliveries-phone">
            <span className="row-between">
              <DeliveryState of={delivery} />
              <span className="small muted">
                <Time at={delivery.created_at} />
              </span>
            </span>
            <code className="truncate">{delivery.event_type}</code>
          </span>
        ),
      },
      { id: "state", title: t("state"), width: 170, cell: (delivery) => <DeliveryState of={delivery} /> },
      {
        id: "id",
        title: t("eventId"),
        width: "1.4fr",
        cell: ({ event_id }) => (
          <code className="truncate muted" title={event_id}>
            {event_id}
          </code>
        ),
      },
      {
        id: "attempts",
        title: t("attempts"),
        width: 100,
        cell: ({ attempts }) => <span className="number">{attempts}</span>,
      },
      {
        id: "created",
        title: t("created"),
        width: 160,
        cell: ({ created_at }) => (
          <span className="muted">
            <Time at={created_at} />
          </span>
        ),
      },
    ];
  }, [t]);
}
