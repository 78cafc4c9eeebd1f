import { ArrowRight, CircleCheck } from "lucide-react";
import { LinkButton } from "../../parts/button.js";
import { Copyable } from "../../parts/copy.js";
import { PageHeader } from "../../parts/page-header.js";
import { Facts, Panel } from "../../parts/panel.js";
import type { ApplicationDetails } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { Secret } from "../../secrets/secret.js";
import type { ShownSecret } from "../../secrets/use-secret.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** What a new application is called with, and its secret: the only time that it is shown. */
export function ApplicationCreated({
  details,
  secret,
}: {
  readonly details: ApplicationDetails;
  readonly secret: ShownSecret;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = details;
  const hasSecret = application.clients.some(({ identity }) => identity === "application");
  const target = { ...params, application: application.application_id };
  return (
    <div className="page narrow-page">
      <PageHeader
        title={t("created.title", { name: application.name })}
        badge={<CircleCheck className="created-sign" aria-hidden />}
        lead={<Copyable text={application.application_id} name={t("title")} />}
      />
      <Panel
        title={t("configuration.title")}
        footer={
          <>
            <LinkButton to="/$organization/$environment/applications/$application" params={target}>
              {t("created.configuration")}
            </LinkButton>
            <LinkButton
              kind="primary"
              to="/$organization/$environment/applications/$application/getting-started"
              params={target}
            >
              {t("created.next")}
              <ArrowRight size={16} aria-hidden />
            </LinkButton>
          </>
        }
      >
        <div className="stack">
          <Facts
            items={application.clients.map(({ client_id, identity }) => [
              `${t("created.clientId")} (${t(`identity.${identity}`)})`,
              <Copyable key={client_id} text={client_id} name={t("created.clientId")} />,
            ])}
          />
          {hasSecret ? (
            <div className="one-time">
              <h3>{t("created.secret")}</h3>
              <Secret name={t("created.secret")} secret={secret} />
              <p className="small">
                {secret.value === undefined ? t("secret.withheld") : t("created.secretHelp")}
              </p>
            </div>
          ) : (
            <p className="muted">{t("created.noSecret")}</p>
          )}
        </div>
      </Panel>
    </div>
  );
}
