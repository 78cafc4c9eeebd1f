import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { listDeliveries } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { HealthNotice } from "../../health/health-notice.js";
import { Redeliveries } from "../../health/redeliveries.js";
import type { DataColumn } from "../../list/data-table.js";
import { useLiveList } from "../../list/live-list.js";
import { LiveTable, presentFilters, RowTime } from "../../list/live-table.js";
import { LiveBadge } from "../../live.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import type { Delivery } from "./delivery-types.js";
import { DeliveryFilters } from "./filters.js";
import type { DeliveriesSearch } from "./search.js";
import { furtherSearch, SearchedNote, type SearchReach } from "./searched-note.js";
import { texts } from "./texts.js";
import "./deliveries.css";
import { Activity, FilterX } from "lucide-react";
import { Badge, DeliveryState } from "../../parts/badge.js";
import { Button, LinkButton } from "../../parts/button.js";
import { Clipped } from "../../parts/clipped.js";
import { Empty } from "../../parts/notice.js";
import { Time } from "../../time.js";

const route = "/$organization/$environment/applications/$application/deliveries";
const rowId = ({ delivery_id }: Delivery): string => delivery_id;

/** What was delivered: the latest first, filtered by what the address says. */
export function DeliveriesPage() {
  const t = useTexts(texts);
  const search = useSearch({ from: route });
  const navigate = useNavigate();
  const scope = useScope();
  const { application_id } = useApplication().application;
  const filters = useMemo(() => presentFilters<DeliveriesSearch>(search), [search]);
  const [searched, setSearched] = useState<SearchReach>();
  const list = useLiveList<Delivery, number>({
    pagesKey: ["pages", "deliveries", application_id, filters],
    latestKey: applicationKey(application_id, "deliveries", "latest", filters),
    read: async (before, signal) => {
      const { id: words, ...others } = filters;
      const request = { application_id, ...others, search: words, limit: 100, before };
      const { deliveries, next, searched } = await call(listDeliveries(client, request, { signal }));
      if (searched !== undefined)
        setSearched((known) => furtherSearch(known, { words, before, next, searched }));
      return { rows: deliveries, next };
    },
    rowId,
  });
  const change = useCallback(
    (part: DeliveriesSearch) =>
      void navigate({
        to: ".",
        search: (before: DeliveriesSearch) => ({ ...before, ...part }),
        replace: true,
      }),
    [navigate],
  );
  const open = (delivery: string): void =>
    void navigate({
      to: `${route}/$delivery`,
      params: { ...scope.params, application: application_id, delivery },
    });
  const columns = useColumns();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="page full">
      <PageHeader title={t("title")} lead={t("lead")} badge={<LiveBadge />} />
      <HealthNotice application={application_id} />
      <Redeliveries
        application={application_id}
        filters={{ event_type: filters.event_type, from: filters.from }}
      />
      <DeliveryFilters value={filters} onChange={change} />
      {filters.id !== undefined && searched !== undefined && (
        <SearchedNote of={searched} onMore={list.loadMore} isLoading={list.isLoadingMore} />
      )}
      <LiveTable
        list={list}
        label={t("title")}
        columns={columns}
        rowId={rowId}
        rowName={(row) => deliveryName(row, t)}
        onOpen={open}
        empty={
          <NoDeliveries isFiltered={isFiltered} onClear={() => void navigate({ to: ".", search: {} })} />
        }
      />
    </div>
  );
}

type Translate = ReturnType<typeof useTexts<(typeof texts)["en"]>>;

/** What a row is called by assistive technology. */
function deliveryName({ event_type, state }: Delivery, t: Translate): string {
  return `${event_type} ${t(`states.${state}`)}`;
}

/** Columns of the list. */
function useColumns(): readonly DataColumn<Delivery>[] {
  const t = useTexts(texts);
  return useMemo(() => {
    const type = (delivery: Delivery) => (
      <>
        <Clipped text={delivery.event_type} />
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
            <Clipped text={delivery.event_type} />
          </span>
        ),
      },
      { id: "state", title: t("state"), width: 170, cell: (delivery) => <DeliveryState of={delivery} /> },
      {
        id: "id",
        title: t("eventId"),
        width: "1.4fr",
        cell: ({ event_id }) => <Clipped text={event_id} isMuted />,
      },
      {
        id: "attempts",
        title: t("attempts"),
        width: 128,
        cell: ({ attempts }) => <span className="number">{attempts}</span>,
      },
      {
        id: "created",
        title: t("created"),
        width: 176,
        cell: ({ created_at }) => <RowTime at={created_at} />,
      },
    ];
  }, [t]);
}

/** What to do if there are no deliveries, or none that the filters let through. */
function NoDeliveries({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application_id } = useApplication().application;
  if (isFiltered)
    return (
      <Empty
        icon={FilterX}
        title={t("nothingMatches")}
        actions={
          <Button data-clears onPress={onClear}>
            {t("clearFilters")}
          </Button>
        }
      >
        {t("nothingFoundHelp")}
      </Empty>
    );
  return (
    <Empty
      icon={Activity}
      title={t("empty")}
      actions={
        <>
          <LinkButton
            kind="primary"
            to="/$organization/$environment/applications/$application/event-tests"
            params={{ ...params, application: application_id }}
          >
            {t("sendTest")}
          </LinkButton>
          <LinkButton
            to="/$organization/$environment/applications/$application/webhook"
            params={{ ...params, application: application_id }}
          >
            {t("configure")}
          </LinkButton>
        </>
      }
    >
      {t("emptyHelp")}
    </Empty>
  );
}
