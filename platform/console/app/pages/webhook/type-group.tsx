import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { ContractText } from "../../code/contract-text.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { Checkbox } from "../../parts/fields.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { familyName } from "./family-name.js";
import { texts } from "./texts.js";
import { withTypes } from "./type-groups.js";
import type { WebhookType } from "./webhook-query.js";

/** The types of a family: how many are chosen, a box for all of them, and, while it is open, each of them. */
export function TypeGroup({
  family,
  types,
  chosen,
  onChange,
  isDisabled,
  isForcedOpen,
  startsOpen,
  isOnly,
}: {
  readonly family: string;
  readonly types: readonly WebhookType[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly isDisabled: boolean;
  readonly isForcedOpen: boolean;
  readonly startsOpen: boolean;
  /** One family needs no heading. */
  readonly isOnly: boolean;
}) {
  const t = useTexts(texts);
  const id = useId();
  const [isOpened, setOpened] = useState(startsOpen);
  const isOpen = isForcedOpen || isOpened;
  const granted = types.filter((type) => type.granted).map(({ event_type }) => event_type);
  const count = types.filter(({ event_type }) => chosen.includes(event_type)).length;
  const name = familyName(family, t);
  return (
    <div className="group">
      {!isOnly && (
        <div className="group-head">
          {!isForcedOpen && (
            <Button
              kind="plain"
              size="small"
              className="opener"
              aria-expanded={isOpen}
              aria-controls={id}
              onPress={() => setOpened(!isOpened)}
            >
              <ChevronRight size={15} aria-hidden />
              {name}
            </Button>
          )}
          {isForcedOpen && <span className="strong">{name}</span>}
          <span className="small muted number">
            {count}/{types.length}
          </span>
          {granted.length > 1 && (
            <Checkbox
              aria-label={t("types.all", { family: name })}
              isSelected={granted.every((type) => chosen.includes(type))}
              isIndeterminate={count > 0 && !granted.every((type) => chosen.includes(type))}
              isDisabled={isDisabled}
              onChange={(selected) => onChange(withTypes(chosen, granted, selected))}
            >
              <span className="small">{t("types.allShort")}</span>
            </Checkbox>
          )}
        </div>
      )}
      <ul id={id} hidden={!isOpen}>
        {isOpen &&
          types.map((type) => (
            <li key={type.event_type}>
              <TypeRow
                type={type}
                isChosen={chosen.includes(type.event_type)}
                isDisabled={isDisabled}
                onChange={(selected) => onChange(withTypes(chosen, [type.event_type], selected))}
              />
            </li>
          ))}
      </ul>
    </div>
  );
}

function TypeRow({
  type: { event_type, title, description, granted },
  isChosen,
  isDisabled,
  onChange,
}: {
  readonly type: WebhookType;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isChosen: boolean) => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const isDropped = isChosen && !granted;
  return (
    <Checkbox
      isSelected={isChosen}
      // What isn't granted can be removed, but not chosen.
      isDisabled={isDisabled || (!granted && !isChosen)}
      onChange={onChange}
      description={
        <>
          <code className="break">{event_type}</code>
          <span className="about">
            <ContractText text={description[language] ?? description.en} />
          </span>
          {isDropped && <span className="dropped">{t("types.dropped")}</span>}
        </>
      }
    >
      {title[language] ?? title.en}{" "}
      {!granted && <Badge tone={isDropped ? "warn" : "neutral"}>{t("types.notGranted")}</Badge>}
    </Checkbox>
  );
}
