import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LayoutGrid, Plus, Search } from "lucide-react";
import { useState } from "react";
import { listApplications } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationsKey, call, client } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { StandingMark } from "../../health/standing-badge.js";
import { FilterField } from "../../list/filter-fields.js";
import { Badge } from "../../parts/badge.js";
import { Button, LinkButton } from "../../parts/button.js";
import { FailureView } from "../../parts/failure.js";
import { Empty } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { useScope } from "../../scope.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import "./applications.css";
import { texts } from "./texts.js";

/** Show a filter from this many applications. */
const filterFrom = 7;

/** Lists the applications of an organization and environment. */
export function ApplicationsPage() {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { organization, environment, params } = useScope();
  const [filter, setFilter] = useState("");
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: applicationsKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        listApplications(client, { limit: 100, ...(pageParam !== null && { after: pageParam }) }, { signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const here = data.pages
    .flatMap(({ applications }) => applications)
    .filter(
      (each) => each.organization_id === organization.organization_id && each.environment === environment,
    );
  const wanted = filter.trim().toLowerCase();
  const shown = here.filter(({ name, application_id }) =>
    `${name} ${application_id}`.toLowerCase().includes(wanted),
  );
  const products = data.pages[0]?.creation.products ?? [];
  const create = (
    <LinkButton kind="primary" to="/$organization/$environment/applications/new" params={params}>
      <Plus size={16} aria-hidden />
      {t("create")}
    </LinkButton>
  );
  return (
    <div className="page">
      <PageHeader title={t("title")} lead={t("lead")} actions={here.length > 0 && create} />
      {here.length === 0 && !hasNextPage && (
        <div className="panel">
          <Empty icon={LayoutGrid} title={t("empty")} actions={create}>
            {t("emptyHelp")}
          </Empty>
        </div>
      )}
      {here.length >= filterFrom && <FilterField label={t("search")} value={filter} onChange={setFilter} />}
      {here.length > 0 && shown.length === 0 && (
        <div className="panel">
          <Empty
            icon={Search}
            title={t("noMatch")}
            actions={
              <Button data-clears onPress={() => setFilter("")}>
                {common("actions.clear")}
              </Button>
            }
          />
        </div>
      )}
      <ul className="application-grid">
        {shown.map((application) => (
          <li key={application.application_id}>
            <ApplicationCard
              application={application}
              product={products.find(({ product_code }) => product_code === application.product_code)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="row">
          <Button onPress={() => void fetchNextPage()} isPending={isFetchingNextPage}>
            {common("actions.loadMore")}
          </Button>
        </div>
      )}
    </div>
  );
}

function ApplicationCard({
  application,
  product,
}: {
  readonly application: components["schemas"]["SandboxApplication"];
  readonly product: components["schemas"]["ProductName"] | undefined;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const localized = useLocalized();
  const { params } = useScope();
  const { application_id, name, clients, status, product_code } = application;
  function productText(): string {
    if (product_code === null) return t("unbound");
    return t("boundTo", { product: product === undefined ? product_code : localized(product.name) });
  }
  return (
    <Link
      to="/$organization/$environment/applications/$application"
      params={{ ...params, application: application_id }}
      className="application-card"
    >
      <span className="row-between">
        <h2>{name}</h2>
        <Badge tone={status === "active" ? "good" : "bad"}>{common(`status.${status}`)}</Badge>
      </span>
      {status === "active" && <StandingMark application={application_id} />}
      <code className="id break">{application_id}</code>
      <span className="row">
        {clients
          .filter((each) => each.status === "active")
          .map(({ identity }) => (
            <Badge key={identity} plain>
              {t(`identity.${identity}`)}
            </Badge>
          ))}
      </span>
      <span className="foot">{productText()}</span>
    </Link>
  );
}
