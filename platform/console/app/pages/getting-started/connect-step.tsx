import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { saveWebhook, testConnection } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { Button } from "../../parts/button.js";
import { TextField } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { findAction, useApplication, useScope } from "../../scope.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { productsQuery } from "../products/products-query.js";
import { RequestDialog } from "../products/request-dialog.js";
import { ConnectionFault } from "../webhook/connection-fault.js";
import { Step } from "./step.js";
import { texts } from "./texts.js";

type Save = components["schemas"]["WebhookSave"];

/** Verifies the receiver, and saves the endpoint with all events that the application may get. */
export function ConnectStep({
  view,
  isDone,
}: {
  readonly view: components["schemas"]["WebhookView"];
  readonly isDone: boolean;
}) {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { params } = useScope();
  const { application_id } = application;
  const target = { ...params, application: application_id };
  const queryClient = useQueryClient();
  const { endpoint, granted_event_types, revision } = view.webhook;
  const draft = useDraft(`connect:${application_id}`, { url: "http://127.0.0.1:8080/webhook" });
  const done = async (): Promise<void> => {
    draft.reset();
    test.reset();
    await queryClient.invalidateQueries({ queryKey: applicationKey(application_id) });
  };
  const save = useSubmit({
    application: application_id,
    send: (body: Save, operationId) => call(saveWebhook(client, { application_id, operationId, body })),
    onDone: done,
    onRecovered: done,
  });
  const [refused, setRefused] = useState<components["schemas"]["SandboxConnectionTest"]>();
  const test = useSubmit({
    isHarmless: true,
    send: async (url: string) => {
      const result = await call(testConnection(client, { application_id, body: { url } }));
      return { url, result };
    },
    onDone({ url, result }) {
      if (result.verified && result.proof !== undefined)
        void save.submit({
          url,
          event_types: [...granted_event_types],
          proof: result.proof,
          revision: result.revision ?? revision,
        });
      else setRefused(result);
    },
  });
  const isLocked = test.isBusy || save.isLocked;
  const isConnected = endpoint !== null && endpoint.state !== "revoked";
  const hasEvents = granted_event_types.length > 0;
  return (
    <Step number={3} title={t("connect.title")} help={t("connect.help")} isDone={isDone}>
      {isConnected && (
        <p>
          {t(endpoint.state === "active" ? "connect.connected" : "connect.paused", { url: endpoint.url })}{" "}
          <Link to="/$organization/$environment/applications/$application/webhook" params={target}>
            {t("connect.change")}
          </Link>
        </p>
      )}
      {isDone && !isConnected && <p>{t("connect.revoked")}</p>}
      {!isConnected && !hasEvents && <AccessFirst />}
      {!isConnected && hasEvents && (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            setRefused(undefined);
            void test.submit(draft.values.url.trim());
          }}
        >
          <TextField
            label={t("connect.url")}
            help={t("connect.urlHelp")}
            value={draft.values.url}
            onChange={(url) => draft.change({ url })}
            isDisabled={isLocked}
            inputMode="url"
            isRequired
            mono
          />
          <p className="small muted">{t("connect.all", { count: granted_event_types.length })}</p>
          {refused !== undefined && <ConnectionFault of={refused} />}
          {save.failure?.code === "revision-conflict" ? (
            <Notice tone="warn" live>
              {t("connect.conflict")}
            </Notice>
          ) : (
            <SubmitStatus of={save} />
          )}
          <SubmitStatus of={test} />
          <div className="row">
            <Button type="submit" kind="primary" isPending={test.isBusy || save.isBusy} isDisabled={isLocked}>
              {test.isBusy ? t("connect.testing") : t("connect.connect")}
            </Button>
          </div>
        </form>
      )}
    </Step>
  );
}

/** For an application that may get no events: what gives them, and access to it without leaving the page. */
function AccessFirst() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const { application } = useApplication();
  const { params } = useScope();
  const { data } = useQuery(productsQuery(application.application_id));
  const [chosen, setChosen] = useState<string>();
  const offers = (data?.api_products ?? []).flatMap(({ product, identities }) => {
    const access = identities.find(({ actions }) => findAction(actions, "request-access")?.offered);
    if (access === undefined || product.event_types.length === 0) return [];
    return [{ product, access }];
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
