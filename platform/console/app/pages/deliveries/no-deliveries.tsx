import { Activity, FilterX } from "lucide-react";
import { Button, LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/empty.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** What to do if there are no deliveries, or none that the filters let through. */
export function NoDeliveries({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application_id } = useApplication().application;
  if (isFiltered)
    return (
      <Empty
        icon={FilterX}
        title={t("nothingMatches")}
        actions={<Button onPress={onClear}>{t("clearFilters")}</Button>}
      >
        {t("nothingMatchesHelp")}
      </Empty>
    );
  return (
    <Empty
      icon={Activity}
      title={t("empty")}
      actions={
        <>
          <LinkButton
            kind="primary"
            to="/$organization/$environment/applications/$application/event-tests"
            params={{ ...params, application: application_id }}
          >
            {t("sendTest")}
          </LinkButton>
          <LinkButton
            to="/$organization/$environment/applications/$application/webhook"
            params={{ ...params, application: application_id }}
          >
            {t("configure")}
          </LinkButton>
        </>
      }
    >
      {t("emptyHelp")}
    </Empty>
  );
}
