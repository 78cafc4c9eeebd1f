import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ConsoleFailure } from "../../api/failure.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { FailureView } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useSession } from "../../session/use-session.js";
import { useCommonTexts } from "../../texts/common.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { AccessRows } from "./access-rows.js";
import { OperatorPanel } from "./operator-panel.js";
import "./products.css";
import { type ProductAccess, productsQuery } from "./products-query.js";
import { ScopesPanel } from "./scopes-panel.js";
import { texts } from "./texts.js";
import { statusTones } from "./tones.js";

/** An API product: access, scopes, and what calls need. */
export function ProductPage() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { features } = useSession();
  const { application } = useApplication();
  const { product: code } = useParams({
    from: "/$organization/$environment/applications/$application/products/$product",
  });
  const { data, error, refetch } = useQuery(productsQuery(application.application_id));
  if (data === undefined)
    return error === null ? <PageSkeleton /> : <FailureView failure={error} onRetry={() => void refetch()} />;
  const access = data.api_products.find(({ product }) => product.product_code === code);
  if (access === undefined)
    return <FailureView failure={new ConsoleFailure("product-unknown", "", { status: 404 })} />;
  const { product } = access;
  return (
    <div className="page">
      <PageHeader
        title={localized(product.name)}
        badge={
          <>
            <Badge plain>{product.version}</Badge>
            <Badge tone={statusTones[product.status]}>{t(`status.${product.status}`)}</Badge>
          </>
        }
        lead={localized(product.description)}
        trail={[
          <Link
            key="products"
            to="/$organization/$environment/applications/$application/products"
            params={{ ...params, application: application.application_id }}
          >
            {t("title")}
          </Link>,
        ]}
      />
      {product.status !== "active" && <Notice tone="warn">{t(`statusHelp.${product.status}`)}</Notice>}
      <Panel title={t("access")}>
        <AccessRows access={access} />
      </Panel>
      <ScopesPanel access={access} />
      <AboutPanel product={product} />
      {features.sandbox && application.environment === "sandbox" && <OperatorPanel access={access} />}
    </div>
  );
}

function AboutPanel({ product }: { readonly product: ProductAccess["product"] }) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { product_code, audience, api_url, quota, support, environments, event_types, callback_types } =
    product;
  return (
    <Panel title={t("facts.title")}>
      <Facts
        items={[
          [t("facts.code"), <Copyable key="code" text={product_code} name={t("facts.code")} />],
          [t("facts.audience"), <Copyable key="audience" text={audience} name={t("facts.audience")} />],
          [t("facts.api"), <Copyable key="api" text={api_url} name={t("facts.api")} />],
          [t("facts.quota"), t("facts.quotaValue", quota)],
          [
            t("facts.support"),
            <a key="support" href={`mailto:${support}`}>
              {support}
            </a>,
          ],
          [t("facts.environments"), environments.map((each) => common(`scope.${each}`)).join(", ")],
          [t("facts.events"), t("facts.eventsValue", { count: event_types.length })],
          [t("facts.callbacks"), callback_types.length === 0 ? common("none") : callback_types.join(", ")],
        ]}
      />
    </Panel>
  );
}
