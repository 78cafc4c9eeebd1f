import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { applicationKey, ConsoleFailure, call, client } from "../../client.js";
import { PageSkeleton } from "../../frame/frame-skeleton.js";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { FailureView } from "../../parts/failure.js";
import { Notice } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { useSession } from "../../session/use-session.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { AccessRows } from "./access-rows.js";
import "./products.css";
import { changeApiProduct, changePermission } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { Button } from "../../parts/button.js";
import { toast } from "../../parts/toast.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { type IdentityAccess, type ProductAccess, productsQuery, statusTones } from "./products-query.js";
import { texts } from "./texts.js";

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

/** The scopes of a product, and which identity has which. */
export function ScopesPanel({ access }: { readonly access: ProductAccess }) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { product, identities } = access;
  if (product.scopes.length === 0) return null;
  const isMissing = identities.some(({ missing_scopes }) => missing_scopes.length > 0);
  return (
    <Panel
      title={t("scopes.title")}
      lead={isMissing ? t("missingHelp", { support: product.support }) : undefined}
      flush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="scroll-x" tabIndex={0} aria-label={t("scopes.meaning")}>
        <table className="simple-table product-scopes">
          <thead>
            <tr>
              <th scope="col">{t("scopes.name")}</th>
              <th scope="col">{t("scopes.meaning")}</th>
              <th scope="col">{t("scopes.of")}</th>
            </tr>
          </thead>
          <tbody>
            {product.scopes.map(({ name, description }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{localized(description)}</td>
                <td>
                  <span className="row">
                    {identities
                      .filter(({ scopes }) => scopes.includes(name))
                      .map(({ identity }) => (
                        <Badge key={identity} tone="good">
                          {t(`identity.${identity}`)}
                        </Badge>
                      ))}
                    {identities
                      .filter(({ missing_scopes }) => missing_scopes.includes(name))
                      .map(({ identity }) => (
                        <Badge key={identity}>
                          {t("missing")}: {t(`identity.${identity}`)}
                        </Badge>
                      ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

const statuses = [
  ["active", "activate"],
  ["deprecated", "deprecate"],
  ["revoked", "withdraw"],
] as const;

/** What the platform's operator can do, in the sandbox alone. */
export function OperatorPanel({ access }: { readonly access: ProductAccess }) {
  const t = useTexts(texts);
  const { product, identities } = access;
  const refresh = useRefresh();
  const status = useSubmit({
    send: (input: components["schemas"]["SandboxApiProductChange"], operationId) =>
      call(changeApiProduct(client, { product_code: product.product_code, operationId, body: input })),
    onDone: refresh,
    onRecovered: refresh,
  });
  return (
    <Panel title={t("operator.title")} lead={t("operator.help")}>
      <div className="stack">
        <div className="row">
          {statuses
            .filter(([name]) => name !== product.status)
            .map(([name, label]) => (
              <Button
                key={name}
                size="small"
                isDisabled={status.isLocked}
                onPress={() => void status.submit({ status: name })}
              >
                {t(`operator.${label}`)}
              </Button>
            ))}
        </div>
        <SubmitStatus of={status} />
        {identities
          .filter(({ operator_moves }) => operator_moves.length > 0)
          .map((identity) => (
            <IdentityMoves key={identity.identity} access={identity} />
          ))}
      </div>
    </Panel>
  );
}

function IdentityMoves({ access }: { readonly access: IdentityAccess }) {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id } = application;
  const { identity, product_code, operator_moves } = access;
  const refresh = useRefresh();
  const move = useSubmit({
    application: application_id,
    send: (body: components["schemas"]["SandboxPermissionChange"], operationId) =>
      call(changePermission(client, { application_id, identity, product_code, operationId, body })),
    onDone: refresh,
    onRecovered: refresh,
  });
  return (
    <div className="stack-small">
      <h3>{t(`identity.${identity}`)}</h3>
      <div className="row">
        {operator_moves.map((body) => {
          const name = body.state ?? body.binding;
          if (name === undefined) return null;
          return (
            <Button key={name} size="small" isDisabled={move.isLocked} onPress={() => void move.submit(body)}>
              {t(`operator.${name}`)}
            </Button>
          );
        })}
      </div>
      <SubmitStatus of={move} />
    </div>
  );
}

function useRefresh(): () => Promise<void> {
  const t = useTexts(texts);
  const { application } = useApplication();
  const queryClient = useQueryClient();
  return async () => {
    toast({ tone: "info", title: t("operator.done") });
    await queryClient.invalidateQueries({ queryKey: applicationKey(application.application_id) });
  };
}
