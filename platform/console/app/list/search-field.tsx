import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";

const settleMs = 250;

/** A filter by text, which is taken over when one stops typing, and at once by Enter. */
export function SearchField({
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
