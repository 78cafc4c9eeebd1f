import { LinkButton } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { useCheckName, useRemedy } from "./check-name.js";
import { remedyPlace } from "./remedy-place.js";
import type { ApiRequest } from "./request-types.js";
import { texts } from "./texts.js";

/** Why a request was denied or failed, and what to do. */
export function Denial({ request }: { readonly request: ApiRequest }) {
  const t = useTexts(texts);
  const checkName = useCheckName();
  const remedyOf = useRemedy();
  const { params } = useScope();
  const { application_id } = useApplication().application;
  const denied = request.checks.find(({ outcome }) => outcome === "denied");
  if (request.failure !== null)
    return (
      <Notice tone="bad" title={t("failed")}>
        <p className="break">{request.failure}</p>
        <p>{t("failedHelp")}</p>
      </Notice>
    );
  if (denied === undefined) return null;
  const place = remedyPlace(denied.name);
  const link = { ...params, application: application_id };
  return (
    <Notice
      tone="bad"
      title={t("deniedTitle", { check: checkName(denied.name) })}
      actions={
        place === "products" ? (
          <LinkButton
            size="small"
            to="/$organization/$environment/applications/$application/products"
            params={link}
          >
            {t("toProducts")}
          </LinkButton>
        ) : place === "configuration" ? (
          <LinkButton size="small" to="/$organization/$environment/applications/$application" params={link}>
            {t("toConfiguration")}
          </LinkButton>
        ) : place === "customers" ? (
          <LinkButton size="small" to="/$organization/$environment/customers" params={params}>
            {t("toCustomers")}
          </LinkButton>
        ) : undefined
      }
    >
      {denied.reason !== null && <p>{denied.reason}</p>}
      <p>
        <span className="strong">{t("whatToDo")}:</span> {remedyOf(denied.code) ?? t("generalRemedy")}
      </p>
      <p className="small muted">
        <code>{denied.code}</code>
        {denied.clause !== null && ` · ${denied.clause}`}
      </p>
    </Notice>
  );
}
