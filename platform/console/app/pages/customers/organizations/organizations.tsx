import { Link } from "@tanstack/react-router";
import { Badge } from "../../../parts/badge.js";
import { Button } from "../../../parts/button.js";
import { FailureView } from "../../../parts/failure.js";
import { Panel } from "../../../parts/panel.js";
import { useScope } from "../../../routes/scope-context.js";
import { useLocalized } from "../../../texts/language.js";
import { useTexts } from "../../../texts/texts.js";
import { useCustomerPages } from "../customer-queries.js";
import { texts } from "../texts.js";

/** Organizations and personal spaces of the sandbox, page by page. */
export function Organizations() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCustomerPages();
  return (
    <Panel title={t("organizations")} flush>
      {data === undefined ? (
        error !== null && <FailureView failure={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="customers-list">
          {data.pages
            .flatMap(({ organizations }) => organizations)
            .map(({ organization: { organization_id, name, kind, status }, members }) => (
              <li key={organization_id}>
                <Link
                  className="strong"
                  to="/$organization/$environment/customers/$customer"
                  params={{ ...params, customer: organization_id }}
                >
                  {localized(name)}
                </Link>
                <span className="small muted">{t("memberCount", { count: members })}</span>
                <code className="small muted truncate">{organization_id}</code>
                <span className="row">
                  {kind === "personal" && <Badge plain>{t("personal")}</Badge>}
                  {status === "revoked" && <Badge tone="bad">{t("revoked")}</Badge>}
                </span>
              </li>
            ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="customers-more">
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
