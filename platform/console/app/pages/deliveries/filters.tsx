import { useQuery } from "@tanstack/react-query";
import { FilterX } from "lucide-react";
import { useMemo } from "react";
import { listEventTypes } from "../../../generated/console/client.js";
import { call, client } from "../../client.js";
import { SettledSearchField, TimeRange } from "../../list/filter-fields.js";
import { Button } from "../../parts/button.js";
import { Select } from "../../parts/fields.js";
import { useLanguage, useTexts } from "../../texts/texts.js";
import {
  type DeliveriesSearch,
  type DeliveryKind,
  type DeliveryState,
  deliveryKinds,
  deliveryStates,
} from "./search.js";
import { texts } from "./texts.js";

/** Filters of the list. Each change goes into the address. */
export function DeliveryFilters({
  value,
  onChange,
}: {
  readonly value: DeliveriesSearch;
  readonly onChange: (part: DeliveriesSearch) => void;
}) {
  const t = useTexts(texts);
  const types = useEventTypes(value.event_type);
  const search = useMemo(() => (id: string) => onChange({ id: id === "" ? undefined : id }), [onChange]);
  const isFiltered = Object.keys(value).length > 0;
  return (
    <search className="stack-small" aria-label={t("filters")} data-search>
      <div className="list-filters">
        <SettledSearchField
          label={t("search")}
          placeholder="evt_… / sub_…"
          value={value.id ?? ""}
          onChange={search}
        />
        <Select<DeliveryState | "any">
          label={t("state")}
          choices={[
            { id: "any", label: t("anyState") },
            ...deliveryStates.map((id) => ({ id, label: t(`states.${id}`) })),
          ]}
          value={value.state ?? "any"}
          onChange={(state) => onChange({ state: state === "any" ? undefined : state })}
        />
        <Select<string>
          label={t("eventType")}
          choices={[{ id: "any", label: t("anyType") }, ...types]}
          value={value.event_type ?? "any"}
          onChange={(type) => onChange({ event_type: type === "any" ? undefined : type })}
        />
        <Select<DeliveryKind | "any">
          label={t("kind")}
          choices={[
            { id: "any", label: t("anyKind") },
            ...deliveryKinds.map((id) => ({ id, label: t(`kinds.${id}`) })),
          ]}
          value={value.kind ?? "any"}
          onChange={(kind) => onChange({ kind: kind === "any" ? undefined : kind })}
        />
        <TimeRange
          value={{ from: value.from, until: value.until }}
          onChange={({ from, until }) => onChange({ from, until })}
        />
      </div>
      {isFiltered && (
        <div className="row">
          <Button
            data-clears
            kind="plain"
            size="small"
            onPress={() =>
              onChange({
                id: undefined,
                state: undefined,
                kind: undefined,
                event_type: undefined,
                from: undefined,
                until: undefined,
              })
            }
          >
            <FilterX size={14} aria-hidden />
            {t("clearFilters")}
          </Button>
        </div>
      )}
    </search>
  );
}

/** The types to choose from; the chosen one is there before they are read. */
function useEventTypes(chosen: string | undefined) {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ["event-types"],
    queryFn: ({ signal }) => call(listEventTypes(client, undefined, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const types = [...(data?.event_types ?? []), ...(data?.callback_types ?? [])];
    const choices = types.map(({ event_type, title }) => ({
      id: event_type,
      label: event_type,
      description: (language === "zh" ? title.zh : null) ?? title.en,
    }));
    if (chosen === undefined || choices.some(({ id }) => id === chosen)) return choices;
    return [...choices, { id: chosen, label: chosen }];
  }, [data, language, chosen]);
}
