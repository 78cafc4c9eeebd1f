import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createApplication, listApplications } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { applicationsKey, sessionKey } from "../../api/keys.js";
import { useDraft } from "../../drafts/use-draft.js";
import { PageHeader } from "../../parts/page-header.js";
import { useScope } from "../../routes/scope-context.js";
import { useSecret } from "../../secrets/use-secret.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useCommonTexts } from "../../texts/common.js";
import { useLocalized } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import "./applications.css";
import { ApplicationCreated } from "./application-created.js";
import { emptyDraft, isComplete, type NewApplicationDraft, urlsOf } from "./new-application.js";
import { NewApplicationForm } from "./new-application-form.js";
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
      setCreated(application);
      if (client_secret !== null) secret.showFor(secretScope(application), client_secret);
      await refresh();
    },
    async onRecovered({ result }) {
      draft.reset();
      const details = (result as { application?: Details } | null)?.application;
      if (details !== undefined) setCreated(details);
      await refresh();
    },
  });
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
      ...(identities.includes("user") && urlsOf(draft.values)),
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
