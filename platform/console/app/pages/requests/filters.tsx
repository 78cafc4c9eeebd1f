import { FilterX } from "lucide-react";
import { useMemo } from "react";
import { SettledSearchField } from "../../list/filter-fields.js";
import { Button } from "../../parts/button.js";
import { Checkbox, Select } from "../../parts/fields.js";
import { useTexts } from "../../texts/texts.js";
import { useCheckName } from "./request-status.js";
import { commonStatuses, type RequestsSearch } from "./search.js";
import { texts } from "./texts.js";

/** Filters of the list. Each change goes into the address. */
export function RequestFilters({
  value,
  checks,
  onChange,
}: {
  readonly value: RequestsSearch;
  readonly checks: readonly string[];
  readonly onChange: (part: RequestsSearch) => void;
}) {
  const t = useTexts(texts);
  const checkName = useCheckName();
  const search = useMemo(
    () => (words: string) => onChange({ search: words === "" ? undefined : words }),
    [onChange],
  );
  const statuses = useMemo(() => {
    const known: readonly number[] = commonStatuses;
    const all = value.status === undefined || known.includes(value.status) ? known : [...known, value.status];
    return all.map((status) => ({ id: String(status), label: String(status) }));
  }, [value.status]);
  const names =
    value.denied_by === undefined || checks.includes(value.denied_by) ? checks : [...checks, value.denied_by];
  return (
    <search className="stack-small" aria-label={t("filters")} data-search>
      <div className="requests-filters">
        <SettledSearchField
          label={t("search")}
          placeholder="req_… / sub_… / /v1/"
          value={value.search ?? ""}
          onChange={search}
        />
        <Select<string>
          label={t("status")}
          choices={[{ id: "any", label: t("anyStatus") }, ...statuses]}
          value={value.status === undefined ? "any" : String(value.status)}
          onChange={(status) => onChange({ status: status === "any" ? undefined : Number(status) })}
        />
        <Select<string>
          label={t("deniedBy")}
          choices={[
            { id: "any", label: t("anyCheck") },
            ...names.map((id) => ({ id, label: checkName(id), description: id })),
          ]}
          value={value.denied_by ?? "any"}
          onChange={(check) => onChange({ denied_by: check === "any" ? undefined : check })}
        />
        <Checkbox
          isSelected={value.unattributed === "true"}
          onChange={(isOn) => onChange({ unattributed: isOn ? "true" : undefined })}
          description={t("unattributedHelp")}
        >
          {t("unattributed")}
        </Checkbox>
      </div>
      {Object.keys(value).length > 0 && (
        <div className="row">
          <Button
            data-clears
            kind="plain"
            size="small"
            onPress={() =>
              onChange({
                search: undefined,
                status: undefined,
                denied_by: undefined,
                unattributed: undefined,
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
