import { ChevronRight } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { FilterField } from "../../list/filter-fields.js";
import { Badge } from "../../parts/badge.js";
import { Button, LinkButton } from "../../parts/button.js";
import { ContractText } from "../../parts/code-block.js";
import { Checkbox } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { useApplication, useScope } from "../../scope.js";
import { type Language, useLanguage, useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import type { WebhookType } from "./webhook-query.js";

/** What types are chosen, in groups, with what the contract says of each. Types that aren't granted are shown with the reason. */
export function TypePicker({
  kind,
  types,
  chosen,
  onChange,
  isDisabled,
}: {
  readonly kind: "events" | "callbacks";
  readonly types: readonly WebhookType[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly isDisabled: boolean;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [query, setQuery] = useState("");
  const sought = useDeferredValue(query.trim());
  const found = types.filter((type) => matches(type, sought, language));
  const groups = typesByFamily(found);
  const isLong = types.length > 6;
  const label = kind === "events" ? t("types.search") : t("types.searchCallbacks");
  const denied = types.filter(({ granted }) => !granted).length;
  return (
    <div className="stack-small">
      {denied > 0 && <NotGranted denied={denied} isAll={kind === "events" && denied === types.length} />}
      {isLong && (
        <div className="webhook-search">
          <FilterField label={label} value={query} onChange={setQuery} />
          <span className="small muted number" aria-live="polite">
            {t("types.chosen", { count: chosen.length, all: types.length })}
          </span>
        </div>
      )}
      <div className="webhook-types">
        {groups.map(([family, members], index) => (
          <TypeGroup
            key={family}
            family={family}
            types={members}
            chosen={chosen}
            onChange={onChange}
            isDisabled={isDisabled}
            isForcedOpen={sought !== "" || !isLong}
            startsOpen={index === 0}
            isOnly={!isLong && groups.length === 1}
          />
        ))}
        {found.length === 0 && <p className="nothing muted small">{t("types.nothing", { query: sought })}</p>}
      </div>
    </div>
  );
}

function NotGranted({ denied, isAll }: { readonly denied: number; readonly isAll: boolean }) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const link = (
    <LinkButton
      size="small"
      to="/$organization/$environment/applications/$application/products"
      params={{ ...params, application: application.application_id }}
    >
      {t("types.products")}
    </LinkButton>
  );
  if (isAll)
    return (
      <Notice tone="info" title={t("types.noneGranted")} actions={link}>
        {t("types.noneGrantedHelp")}
      </Notice>
    );
  return (
    <p className="row small muted">
      {t("types.someGranted", { count: denied })} {t("types.notGrantedHelp")} {link}
    </p>
  );
}

/** The types of a family: how many are chosen, a box for all of them, and, while it is open, each of them. */
function TypeGroup({
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

/** Families in the order in which one usually needs them; others come after them. */
const order = ["subscription", "access", "identity", "payment", "refund", "billing", "support"];

/** Types by family. */
function typesByFamily(
  types: readonly WebhookType[],
): readonly (readonly [string, readonly WebhookType[]])[] {
  const groups = new Map<string, WebhookType[]>();
  for (const type of types) groups.set(type.family, [...(groups.get(type.family) ?? []), type]);
  const rank = (family: string): number => {
    if (order.includes(family)) return order.indexOf(family);
    return order.length;
  };
  return [...groups].sort(([one], [other]) => rank(one) - rank(other));
}

/** Whether a type has all words of a search, in its name, title or description. */
function matches(type: WebhookType, query: string, language: Language): boolean {
  const { event_type, title, description } = type;
  const text = [event_type, title.en, title[language], description.en, description[language]].join(" ");
  const all = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The chosen types after some were added or removed, in the order in which they were chosen. */
function withTypes(
  chosen: readonly string[],
  types: readonly string[],
  isChosen: boolean,
): readonly string[] {
  const rest = chosen.filter((type) => !types.includes(type));
  if (isChosen) return [...rest, ...types];
  return rest;
}

const families = [
  "subscription",
  "access",
  "identity",
  "payment",
  "refund",
  "billing",
  "support",
  "callback",
] as const;

/** What a family of the contract is called; one that isn't known here keeps its own name. */
function familyName(family: string, t: ReturnType<typeof useTexts<(typeof texts)["en"]>>): string {
  const known = families.find((each) => each === family);
  if (known === undefined) return family;
  return t(`family.${known}`);
}
