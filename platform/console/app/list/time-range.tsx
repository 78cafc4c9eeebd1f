import { Select, TextField } from "../parts/fields.js";
import { useTexts } from "../texts/texts.js";
import { sandboxNow } from "../time/use-sandbox-now.js";
import { rangeTexts } from "./range-texts.js";

/** From when until when, in RFC 3339; both may be absent. */
export interface Range {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const hours = { hour: 1, day: 24, week: 168, month: 720 } as const;
type Choice = "any" | "between" | keyof typeof hours;

/** A filter by time: lengths until now of the sandbox's clock, or two times in UTC. An address with it always means the same times. */
export function TimeRange({
  value,
  onChange,
}: {
  readonly value: Range;
  readonly onChange: (range: Range) => void;
}) {
  const t = useTexts(rangeTexts);
  const hasRange = value.from !== undefined || value.until !== undefined;
  const choose = (choice: Choice): void => {
    onChange(choice === "any" ? {} : { from: at(choice === "between" ? hours.day : hours[choice]) });
  };
  const choices: readonly Choice[] = ["any", "hour", "day", "week", "month", "between"];
  return (
    <>
      <Select
        label={t("time")}
        choices={choices.map((id) => ({ id, label: t(id) }))}
        value={hasRange ? "between" : "any"}
        onChange={choose}
      />
      {hasRange && (
        <>
          <TextField
            label={t("from")}
            type="datetime-local"
            value={local(value.from)}
            onChange={(text) => onChange({ ...value, from: utc(text) })}
          />
          <TextField
            label={t("until")}
            type="datetime-local"
            value={local(value.until)}
            onChange={(text) => onChange({ ...value, until: utc(text) })}
          />
        </>
      )}
    </>
  );
}

function at(hoursAgo: number): string {
  return new Date(Math.floor((sandboxNow() - hoursAgo * 3_600_000) / 60_000) * 60_000).toISOString();
}

function local(time: string | undefined): string {
  const parsed = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(parsed) ? "" : new Date(parsed).toISOString().slice(0, 16);
}

function utc(text: string): string | undefined {
  const parsed = Date.parse(`${text}Z`);
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString();
}
