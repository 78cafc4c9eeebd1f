import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button, useReason } from "../../parts/button.js";
import { Checkbox } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { Panel } from "../../parts/panel.js";
import { findAction } from "../../scope.js";
import { SubmitStatus } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time.js";
import { UrlField, useConnectionTest } from "./connection-test.js";
import { Conflict, useEndpointDraft, useSaveEndpoint } from "./endpoint-draft.js";
import { texts } from "./texts.js";
import { connectionTexts } from "./texts-of-connection.js";
import { TypePicker } from "./type-picker.js";
import { presentEndpoint, type WebhookView } from "./webhook-query.js";

/** The configuration of the endpoint: a draft until it is saved, on the revision that is seen. */
export function EndpointForm({
  application,
  view,
}: {
  readonly application: string;
  readonly view: WebhookView;
}) {
  const t = useTexts(texts);
  const tests = useTexts(connectionTexts);
  const common = useCommonTexts();
  const reasonText = useReason();
  const endpoint = presentEndpoint(view);
  const draft = useEndpointDraft(application, view);
  const { values, changes, current } = draft;
  const test = useConnectionTest({ application, url: values.url, revision: current.revision });
  const save = useSaveEndpoint({ application, proof: test.proof, onSaved: draft.reset });
  const isConflict = draft.isOutdated && !save.isLocked;
  const end = useRef<HTMLDivElement>(null);
  const { kind } = save.state;
  useEffect(() => {
    if (kind === "failed" || kind === "unknown" || isConflict)
      end.current?.scrollIntoView({ block: "nearest" });
  }, [kind, isConflict]);
  const needsTest = (changes.url !== undefined || endpoint?.verified_at === null) && test.proof === undefined;
  const missing = missingText();
  function missingText(): string | undefined {
    if (endpoint === null && view.webhook.credentials.length === 0) return t("endpoint.needsCredentials");
    if (values.url === "") return t("endpoint.needsUrl");
    if (values.event_types.length === 0) return t("endpoint.needsEvent");
    if (needsTest) return t("endpoint.needsTest");
    return undefined;
  }
  function footText(): string {
    if (save.state.kind === "unknown") return t("endpoint.kept", { revision: save.state.input.revision });
    if (isConflict) return t("conflict.foot");
    if (draft.count === 0 && endpoint !== null) return t("endpoint.same");
    if (missing !== undefined) return missing;
    if (endpoint === null) return t("endpoint.create");
    return t("endpoint.changes", { count: draft.count, revision: current.revision });
  }
  function leadText(): ReactNode {
    if (endpoint === null) return t("endpoint.first");
    const { verified_at } = endpoint;
    return t.rich("endpoint.lead", {
      revision: current.revision,
      verified: () => {
        if (verified_at === null) return t("endpoint.unverified");
        return t.rich("endpoint.verified", { time: () => <Time at={verified_at} /> });
      },
    });
  }
  const offer = findAction(view.actions, "save");
  const isForbidden = offer?.offered === false;
  const isDisabled = save.isLocked || offer?.reason === "application-revoked";
  const submit = (): void => void save.submit({ ...changes, revision: current.revision });
  return (
    <div className={draft.count > 0 ? "webhook-form changed" : "webhook-form"}>
      <Panel
        title={t("endpoint.title")}
        lead={leadText()}
        footer={
          <>
            <span className="webhook-foot small muted" aria-live="polite">
              {footText()}
            </span>
            {draft.count > 0 && !save.isLocked && (
              <Button onPress={draft.reset}>{t("endpoint.discard")}</Button>
            )}
            <Button
              kind="primary"
              isPending={save.isBusy}
              isDisabled={
                isDisabled ||
                isConflict ||
                missing !== undefined ||
                (draft.count === 0 && test.proof === undefined)
              }
              onPress={submit}
            >
              {t("endpoint.save")}
            </Button>
          </>
        }
      >
        <div className="stack">
          {/* What isn't granted is said where it would be chosen. */}
          {isForbidden && offer.reason !== "nothing-granted" && (
            <Notice tone="warn" title={t("endpoint.notOffered")}>
              {common("notOffered", { why: reasonText(offer) })}
            </Notice>
          )}
          {draft.isRestored && draft.count > 0 && !save.isLocked && !isConflict && (
            <Notice tone="info" live title={t("endpoint.restored")}>
              {t("endpoint.restoredHelp")}
            </Notice>
          )}
          {view.needs_connection_test && test.outcome === undefined && (
            <Notice tone="warn" title={tests("test.needed")}>
              {tests("test.neededHelp")}
            </Notice>
          )}
          <UrlField
            url={values.url}
            savedUrl={endpoint?.verified_at == null ? undefined : endpoint.url}
            onChange={(url) => draft.change({ url })}
            test={test}
            isDisabled={isDisabled}
          />
          <Part title={t("types.events")} help={t("types.eventsHelp")}>
            <TypePicker
              kind="events"
              types={view.event_types}
              chosen={values.event_types}
              onChange={(event_types) => draft.change({ event_types })}
              isDisabled={isDisabled}
            />
          </Part>
          <Part title={t("types.callbacks")} help={t("types.callbacksHelp")}>
            <TypePicker
              kind="callbacks"
              types={view.callback_types}
              chosen={values.callback_types}
              onChange={(callback_types) => draft.change({ callback_types })}
              isDisabled={isDisabled}
            />
          </Part>
          {view.encryption && (
            <Part title={t("endpoint.encryption")}>
              <Checkbox
                isSelected={values.encrypted}
                onChange={(encrypted) => draft.change({ encrypted })}
                isDisabled={isDisabled}
                description={t("endpoint.encryptHelp")}
              >
                {t("endpoint.encrypt")}
              </Checkbox>
            </Part>
          )}
          <div ref={end} className="webhook-end">
            {isConflict && (
              <Conflict
                draft={draft}
                onDiscard={() => {
                  draft.reset();
                  save.reset();
                }}
                needsTest={needsTest}
                onConfirm={() => {
                  save.reset();
                  draft.change({ revision: current.revision });
                  if (!needsTest) submit();
                }}
              />
            )}
            {!isConflict && <SubmitStatus of={save} />}
          </div>
        </div>
      </Panel>
    </div>
  );
}

function Part({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="webhook-part stack-small" aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {help !== undefined && <p className="small muted">{help}</p>}
      </div>
      {children}
    </section>
  );
}
