import { Check, CircleDashed, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../../parts/badge.js";
import { LinkButton } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { type ApiRequest, type CheckRecord, useCheckName, useRemedy } from "./request-status.js";
import { texts } from "./texts.js";

const icons = { passed: Check, denied: X, "not-reached": CircleDashed, "not-needed": Minus } as const;
const tones: Record<CheckRecord["outcome"], Tone> = {
  passed: "good",
  denied: "bad",
  "not-reached": "neutral",
  "not-needed": "neutral",
};

/** Every check, in order, with what it looked at. */
export function Checks({ checks }: { readonly checks: readonly CheckRecord[] }) {
  const t = useTexts(texts);
  const checkName = useCheckName();
  return (
    <Panel title={t("checksTitle")} lead={t("checksLead")}>
      <ol className="requests-checks">
        {checks.map((check) => {
          const { name, outcome, clause, reason, looked_at } = check;
          const Icon = icons[outcome];
          const facts = Object.entries(looked_at);
          return (
            <li key={name} className={outcome}>
              <span className="mark">
                <Icon size={13} strokeWidth={3} aria-hidden />
              </span>
              <div className="row-between">
                <h3>{checkName(name)}</h3>
                <span className="row">
                  {clause !== null && <span className="small faint">{clause}</span>}
                  <Badge plain tone={tones[outcome]}>
                    {t(`outcomes.${outcome}`)}
                  </Badge>
                </span>
              </div>
              {reason !== null && <p>{reason}</p>}
              {facts.length > 0 && (
                <details open={outcome === "denied"}>
                  <summary>{t("lookedAt")}</summary>
                  <dl className="requests-looked">
                    {facts.map(([key, value]) => (
                      <div key={key}>
                        <dt>{key}</dt>
                        <dd>
                          <code className="break">{shown(value)}</code>
                        </dd>
                      </div>
                    ))}
                  </dl>
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/** Why a request was denied or failed, and what to do. */
export function Denial({ request }: { readonly request: ApiRequest }) {
  const t = useTexts(texts);
  const checkName = useCheckName();
  const findRemedy = useRemedy();
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
  const link = { ...params, application: application_id };
  function remedyLink(place: RemedyPlace | undefined): ReactNode {
    if (place === "products")
      return (
        <LinkButton
          size="small"
          to="/$organization/$environment/applications/$application/products"
          params={link}
        >
          {t("toProducts")}
        </LinkButton>
      );
    if (place === "configuration")
      return (
        <LinkButton size="small" to="/$organization/$environment/applications/$application" params={link}>
          {t("toConfiguration")}
        </LinkButton>
      );
    if (place === "customers")
      return (
        <LinkButton size="small" to="/$organization/$environment/customers" params={params}>
          {t("toCustomers")}
        </LinkButton>
      );
    return undefined;
  }
  return (
    <Notice
      tone="bad"
      title={t("deniedTitle", { check: checkName(denied.name) })}
      actions={remedyLink(places[denied.name])}
    >
      {denied.reason !== null && <p>{denied.reason}</p>}
      <p>
        <span className="strong">{t("whatToDo")}:</span> {findRemedy(denied.code) ?? t("generalRemedy")}
      </p>
      <p className="small muted">
        <code>{denied.code}</code>
        {denied.clause !== null && ` · ${denied.clause}`}
      </p>
    </Notice>
  );
}

/** Where in the Console a denial by a check can be resolved. */
type RemedyPlace = "products" | "configuration" | "customers";

/** The page to go to after a denial, by the check that denied. */
const places: Partial<Record<string, RemedyPlace>> = {
  token: "configuration",
  environment: "configuration",
  audience: "configuration",
  client: "configuration",
  identity: "configuration",
  scopes: "products",
  grant: "products",
  product: "products",
  binding: "products",
  organization: "customers",
  "product-access": "customers",
  entitlement: "customers",
  ownership: "customers",
  "acting-organization": "customers",
  "customer-authorization": "customers",
  "resource-state": "customers",
};
