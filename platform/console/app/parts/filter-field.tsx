import { Search, X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField } from "react-aria-components/SearchField";
import { useCommonTexts } from "../texts/common.js";

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
    <SearchField aria-label={label} value={value} onChange={onChange} className="filter-field">
      <Search size={16} aria-hidden />
      <Input className="input" placeholder={label} />
      {value !== "" && (
        <Button className="button plain small icon" aria-label={t("actions.clear")}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </SearchField>
  );
}
