import { Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { Select, TextField } from "../parts/fields.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { useTexts } from "../texts/texts.js";
import { sandboxNow } from "../time.js";
import { rangeTexts } from "./range-texts.js";

/** From when until when, in RFC 3339; both may be absent. */
interface Range {
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
  if (Number.isNaN(parsed)) return "";
  return new Date(parsed).toISOString().slice(0, 16);
}

function utc(text: string): string | undefined {
  const parsed = Date.parse(`${text}Z`);
  if (Number.isNaN(parsed)) return undefined;
  return new Date(parsed).toISOString();
}

const settleMs = 250;

/** A filter by text, which is taken over when one stops typing, and at once by Enter. */
export function SettledSearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted), settleMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <AriaSearchField
      className="field list-search"
      value={text}
      onChange={setText}
      onSubmit={(entered) => onChange(entered.trim())}
      onClear={() => onChange("")}
    >
      <Label>{label}</Label>
      <span className="list-search-box">
        <Search size={15} aria-hidden />
        <Input className="input" placeholder={placeholder} spellCheck={false} maxLength={200} />
      </span>
    </AriaSearchField>
  );
}

/** A field that filters what is on the page. `/` leads to the first one. Escape clears it. */
export function FilterField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const t = useCommonTexts();
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className="filter-field">
      <Search size={16} aria-hidden />
      <Input className="input" placeholder={label} />
      {value !== "" && (
        <Button className="button plain small icon" aria-label={t("actions.clear")}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </AriaSearchField>
  );
}
