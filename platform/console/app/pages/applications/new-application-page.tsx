import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createApplication, listApplications } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationsKey, call, client, sessionKey } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { environmentFile } from "../../environment-file.js";
import { rememberApplication } from "../../frame/chosen-application.js";
import { PageHeader } from "../../parts/page-header.js";
import { type ApplicationDetails, useScope } from "../../scope.js";
import { Secret, type ShownSecret, useSecret } from "../../secret.js";
import { useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { environmentTexts } from "../../texts/environment-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import "./applications.css";
import { ArrowRight, CircleCheck } from "lucide-react";
import { LinkButton } from "../../parts/button.js";
import { Copyable, CopyButton } from "../../parts/copy.js";
import { Facts, Panel } from "../../parts/panel.js";
import {
  emptyDraft,
  isComplete,
  type NewApplicationDraft,
  NewApplicationForm,
  requestUrls,
} from "./new-application-form.js";
import { texts } from "./texts.js";

type Details = components["schemas"]["ApplicationDetails"];

/** Creates an application, and shows its secret once. */
export function NewApplicationPage() {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const localized = useLocalized();
  const { organization, environment, params } = useScope();
  const queryClient = useQueryClient();
  const draft = useDraft<NewApplicationDraft>(
    `new-application:${params.organization}:${environment}`,
    emptyDraft,
  );
  const [created, setCreated] = useState<Details>();
  const [tried, setTried] = useState(false);
  const secret = useSecret(secretScope(created));
  const products = useProducts();
  const creation = useSubmit({
    keepAs: `new-application:${params.organization}:${environment}`,
    send: (input: components["schemas"]["NewApplication"], operationId) =>
      call(createApplication(client, { operationId, body: input })),
    async onDone({ application, client_secret }) {
      draft.reset();
      open(application);
      if (client_secret !== null) secret.showFor(secretScope(application), client_secret);
      await refresh();
    },
    async onRecovered({ result }) {
      draft.reset();
      const details = (result as { application?: Details } | null)?.application;
      if (details !== undefined) open(details);
      await refresh();
    },
  });
  /** From now on, the navigation is about the new application. */
  const open = (details: Details): void => {
    setCreated(details);
    rememberApplication(`${params.organization}/${environment}`, details.application.application_id);
  };
  const refresh = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: applicationsKey });
    await queryClient.invalidateQueries({ queryKey: sessionKey });
  };
  const submit = (): void => {
    setTried(true);
    if (!isComplete(draft.values)) return;
    const { name, product, identities } = draft.values;
    void creation.submit({
      name: name.trim(),
      environment,
      organization_id: organization.organization_id,
      identities: [...identities],
      ...(product !== "" && { product_code: product }),
      ...(identities.includes("user") && requestUrls(draft.values)),
    });
  };
  if (created !== undefined) return <ApplicationCreated details={created} secret={secret} />;
  return (
    <div className="page narrow-page">
      <PageHeader
        title={t("form.title")}
        lead={t("form.lead", {
          organization: localized(organization.name),
          environment: common(`scope.${environment}`),
        })}
        trail={[
          <Link key="applications" to="/$organization/$environment/applications" params={params}>
            {t("title")}
          </Link>,
        ]}
      />
      <NewApplicationForm
        draft={draft}
        creation={creation}
        showProblems={tried}
        products={products}
        onSubmit={submit}
      />
    </div>
  );
}

function secretScope(details: Details | undefined): string {
  return `new-application ${details?.application.application_id ?? ""}`;
}

function useProducts(): readonly components["schemas"]["ProductName"][] {
  const { data } = useInfiniteQuery({
    queryKey: applicationsKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        listApplications(client, { limit: 100, ...(pageParam !== null && { after: pageParam }) }, { signal }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return data?.pages[0]?.creation.products ?? [];
}

/** What a new application is called with, and its secret: the only time that it is shown. */
export function ApplicationCreated({
  details,
  secret,
}: {
  readonly details: ApplicationDetails;
  readonly secret: ShownSecret;
}) {
  const t = useTexts(texts);
  const comments = useTexts(environmentTexts);
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
        actions={
          <CopyButton
            text={() => environmentFile(details, { client: secret.value }, comments)}
            name={t("configuration.envName")}
            label={t("configuration.copyEnv")}
            kind="default"
          />
        }
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
