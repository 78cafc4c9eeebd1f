import { FilterX, ScrollText } from "lucide-react";
import { Button, LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** What to do if there are no requests, or none that the filters let through. */
export function NoRequests({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application_id } = useApplication().application;
  return isFiltered ? (
    <Empty
      icon={FilterX}
      title={t("nothingMatches")}
      actions={<Button onPress={onClear}>{t("clearFilters")}</Button>}
    />
  ) : (
    <Empty
      icon={ScrollText}
      title={t("empty")}
      actions={
        <LinkButton
          kind="primary"
          to="/$organization/$environment/applications/$application"
          params={{ ...params, application: application_id }}
        >
          {t("callConfiguration")}
        </LinkButton>
      }
    >
      {t("emptyHelp")}
    </Empty>
  );
}
