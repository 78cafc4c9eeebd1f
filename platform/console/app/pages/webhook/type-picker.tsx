import { useDeferredValue, useState } from "react";
import { LinkButton } from "../../parts/button.js";
import { FilterField } from "../../parts/filter-field.js";
import { Notice } from "../../parts/notice.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import { TypeGroup } from "./type-group.js";
import { groupsOf, matches } from "./type-groups.js";
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
  const groups = groupsOf(found);
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
