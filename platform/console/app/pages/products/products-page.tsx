import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Box, Search } from "lucide-react";
import { useState } from "react";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { FilterField } from "../../list/filter-fields.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { FailureView } from "../../parts/failure.js";
import { Empty } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { Panel } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { AccessRows } from "./access-rows.js";
import "./products.css";
import { type ProductAccess, productsQuery, statusTones } from "./products-query.js";
import { texts } from "./texts.js";

/** Show a filter from this many products. */
const filterFrom = 6;

/** API products, and the access of each identity to them. */
export function ProductsPage() {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { application } = useApplication();
  const [filter, setFilter] = useState("");
  const { data, error, refetch } = useQuery(productsQuery(application.application_id));
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const all = data.api_products;
  const shown = all.filter(({ product }) => matches(product, filter));
  return (
    <div className="page">
      <PageHeader title={t("title")} lead={t("lead")} />
      {all.length === 0 && (
        <div className="panel">
          <Empty icon={Box} title={t("empty")}>
            {t("emptyHelp")}
          </Empty>
        </div>
      )}
      {all.length >= filterFrom && <FilterField label={t("search")} value={filter} onChange={setFilter} />}
      {all.length > 0 && shown.length === 0 && (
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
      {shown.map((access) => (
        <ProductPanel key={access.product.product_code} access={access} />
      ))}
    </div>
  );
}

function ProductPanel({ access }: { readonly access: ProductAccess }) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { application } = useApplication();
  const { product } = access;
  const target = { ...params, application: application.application_id, product: product.product_code };
  return (
    <Panel
      title={
        <Link to="/$organization/$environment/applications/$application/products/$product" params={target}>
          {localized(product.name)}
        </Link>
      }
      lead={localized(product.description)}
      actions={
        <>
          <Badge plain>{product.version}</Badge>
          <Badge tone={statusTones[product.status]}>{t(`status.${product.status}`)}</Badge>
        </>
      }
    >
      <AccessRows access={access} />
    </Panel>
  );
}

function matches(product: ProductAccess["product"], filter: string): boolean {
  const { product_code, name, scopes } = product;
  const text = [product_code, name.en, name.zh, ...scopes.map((scope) => scope.name)].join(" ").toLowerCase();
  return text.includes(filter.trim().toLowerCase());
}
