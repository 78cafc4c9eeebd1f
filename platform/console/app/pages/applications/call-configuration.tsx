import { Link } from "@tanstack/react-router";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components/Tabs";
import type { components } from "../../../generated/console/types.js";
import { environmentFile } from "../../environment-file.js";
import { Badge } from "../../parts/badge.js";
import { Copyable, CopyButton } from "../../parts/copy.js";
import { Facts, Panel } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { environmentTexts } from "../../texts/environment-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

type Configuration = components["schemas"]["CallConfiguration"];

const tones = { bound: "good", drifted: "bad", "temporarily-unverifiable": "warn" } as const;

/** What calls need, for each identity. */
export function CallConfiguration() {
  const t = useTexts(texts);
  const comments = useTexts(environmentTexts);
  const details = useApplication();
  const configurations = details.call_configuration;
  const [first, ...others] = configurations;
  return (
    <Panel
      title={t("configuration.title")}
      lead={t("configuration.lead")}
      actions={
        configurations.length > 0 && (
          <CopyButton
            text={() => environmentFile(details, {}, comments)}
            name={t("configuration.envName")}
            label={t("configuration.copyEnv")}
            kind="default"
          />
        )
      }
    >
      {first === undefined && <p className="muted">{t("configuration.none")}</p>}
      {first !== undefined && others.length === 0 && <OneIdentity configuration={first} />}
      {others.length > 0 && (
        <Tabs>
          <TabList className="tabs-list" aria-label={t("identities.title")}>
            {configurations.map(({ identity }) => (
              <Tab key={identity} id={identity}>
                {t(`identity.${identity}`)}
              </Tab>
            ))}
          </TabList>
          {configurations.map((configuration) => (
            <TabPanel key={configuration.identity} id={configuration.identity} className="tab-panel">
              <OneIdentity configuration={configuration} />
            </TabPanel>
          ))}
        </Tabs>
      )}
    </Panel>
  );
}

function OneIdentity({ configuration }: { readonly configuration: Configuration }) {
  const t = useTexts(texts);
  const { client_id, flow, issuer, discovery_url, token_endpoint, api_url, products, credential } =
    configuration;
  const copyable = (name: string, text: string) =>
    [name, <Copyable key={name} text={text} name={name} />] as const;
  function secretText(): string {
    if (credential.kind === "none") return t("configuration.noSecret");
    return t("secret.version", { version: String(credential.version) });
  }
  return (
    <Facts
      items={[
        copyable(t("configuration.clientId"), client_id),
        [t("configuration.flow"), t(`configuration.flows.${flow}`)],
        copyable(t("configuration.issuer"), issuer),
        copyable(t("configuration.discovery"), discovery_url),
        token_endpoint !== null && copyable(t("configuration.token"), token_endpoint),
        copyable(t("configuration.api"), api_url),
        [t("configuration.secret"), secretText()],
        [t("configuration.products"), <Products key="products" products={products} />],
      ]}
    />
  );
}

function Products({ products }: { readonly products: Configuration["products"] }) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { params } = useScope();
  const { application } = useApplication();
  const target = { ...params, application: application.application_id };
  if (products.length === 0)
    return (
      <div className="stack-small">
        <span className="muted">{t("configuration.noProducts")}</span>
        <Link to="/$organization/$environment/applications/$application/products" params={target}>
          {t("configuration.requestAccess")}
        </Link>
      </div>
    );
  return products.map(({ product_code, name, audience, scopes, binding }) => (
    <div key={product_code} className="call-product stack-small">
      <span className="row">
        <Link
          to="/$organization/$environment/applications/$application/products/$product"
          params={{ ...target, product: product_code }}
        >
          {localized(name)}
        </Link>
        <Badge tone={tones[binding]}>{t(`binding.${binding}`)}</Badge>
      </span>
      <span>
        <span className="muted small">{t("configuration.audience")} </span>
        <Copyable text={audience} name={t("configuration.audience")} />
      </span>
      <span className="scope-list">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
    </div>
  ));
}
