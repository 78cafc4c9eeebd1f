import { Badge } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import type { ProductAccess } from "./products-query.js";
import { texts } from "./texts.js";

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
