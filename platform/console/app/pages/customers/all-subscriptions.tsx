import { Button } from "../../parts/button.js";
import { FailureView } from "../../parts/failure.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { useSubscriptionPages } from "./customer-queries.js";
import { SubscriptionTable } from "./subscription-table.js";
import { texts } from "./texts.js";

/** All subscriptions of the sandbox, page by page. */
export function AllSubscriptions() {
  const t = useTexts(texts);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSubscriptionPages();
  return (
    <Panel title={t("subscriptions")} lead={t("subscriptionsOf")} flush>
      {data === undefined ? (
        error !== null && <FailureView failure={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <SubscriptionTable
            subscriptions={data.pages.flatMap(({ subscriptions }) => subscriptions)}
            catalog={data.pages[0]?.catalog ?? []}
            withOrganization
          />
          {hasNextPage && (
            <div className="customers-more">
              <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {t("more")}
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}
