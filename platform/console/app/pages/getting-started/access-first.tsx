import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../parts/button.js";
import { actionOf, useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import { productsQuery } from "../products/products-query.js";
import { RequestDialog } from "../products/request-dialog.js";
import { texts } from "./texts.js";

/** For an application that may get no events: what gives them, and access to it without leaving the page. */
export function AccessFirst() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { application } = useApplication();
  const { params } = useScope();
  const { data } = useQuery(productsQuery(application.application_id));
  const [chosen, setChosen] = useState<string>();
  const offers = (data?.api_products ?? []).flatMap(({ product, identities }) => {
    const access = identities.find(({ actions }) => actionOf(actions, "request-access")?.offered);
    return access === undefined || product.event_types.length === 0 ? [] : [{ product, access }];
  });
  const open = offers.find(({ product }) => product.product_code === chosen);
  return (
    <>
      <p>
        {t("connect.noEvents")}{" "}
        <Link
          to="/$organization/$environment/applications/$application/products"
          params={{ ...params, application: application.application_id }}
        >
          {t("connect.products")}
        </Link>
      </p>
      <div className="row">
        {offers.map(({ product }) => (
          <Button key={product.product_code} kind="primary" onPress={() => setChosen(product.product_code)}>
            {t("connect.request", { product: localized(product.name) })}
          </Button>
        ))}
      </div>
      {open !== undefined && <RequestDialog {...open} kind="request" onClose={() => setChosen(undefined)} />}
    </>
  );
}
